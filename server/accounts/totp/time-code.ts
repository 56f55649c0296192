import { Secret, TOTP } from 'otpauth';

// what every authenticator app understands (RFC 6238)
const period = 30;
const parameters = { algorithm: 'SHA1', digits: 6, period } as const;

/** A new secret of 160 bits in Base32, as authenticator apps take it. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** The address behind the QR code: the secret with the names the app shows. */
export const secretUri = (secret: string, issuer: string, label: string): string =>
  new TOTP({ ...parameters, secret, issuer, label }).toString();

/** The 30 seconds since 1970 whose code this is, at most one before or after the moment (milliseconds); null otherwise. */
export function stepOf(secret: string, code: string, moment = Date.now()): number | null {
  const totp = new TOTP({ ...parameters, secret });
  const delta = totp.validate({ token: code, window: 1, timestamp: moment });
  return delta === null ? null : Math.floor(moment / 1000 / period) + delta;
}
