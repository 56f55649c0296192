/** Program version in the user interface and the status. */
export const version = '4.0';
