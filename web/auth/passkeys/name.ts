/** The longest name of a passkey, as the server takes it. */
export const longestName = 60;
