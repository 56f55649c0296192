/** The version of the program as the interface and the status name it. */
export const version = '4.0';
