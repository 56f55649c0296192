/** Returns true if this browser can use passkeys on this page: on an encrypted connection only. */
export const canUsePasskeys = (): boolean => typeof window.PublicKeyCredential === 'function';

/** Options from the server, for the browser's part of the library. */
export type PasskeyOptions = { challenge: string };

/** A response of an authenticator, or the key of why there is none. */
export type PasskeyResult = { response: object } | { refusal: string };
