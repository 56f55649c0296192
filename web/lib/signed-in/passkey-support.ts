/** Returns whether this page can use passkeys: only if encrypted. */
export const canUsePasskeys = (): boolean => typeof window.PublicKeyCredential === 'function';

export type PasskeyOptions = { challenge: string };

/** A response of an authenticator, or a refusal key. */
export type PasskeyResult = { response: object } | { refusal: string };
