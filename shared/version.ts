export const version = '4.0';
