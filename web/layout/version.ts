/** The version the interface names. */
export const VERSION = '4.0';
