import { Secret, TOTP } from 'otpauth';

// supported by every authenticator app (RFC 6238)
const period = 30;
const parameters = { algorithm: 'SHA1', digits: 6, period } as const;

/** Returns a new secret of 160 bits in Base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** Returns the QR code's address. */
export const secretUri = (secret: string, issuer: string, label: string): string =>
  new TOTP({ ...parameters, secret, issuer, label }).toString();

/**
 * Returns the 30-second step since 1970 of a code, at most one before or after the moment (milliseconds); otherwise
 * null.
 */
export function stepOf(secret: string, code: string, moment = Date.now()): number | null {
  const totp = new TOTP({ ...parameters, secret });
  const delta = totp.validate({ token: code, window: 1, timestamp: moment });
  return delta === null ? null : Math.floor(moment / 1000 / period) + delta;
}
