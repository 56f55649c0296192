import { isIP } from 'node:net';
import type { App } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';

/** The site that passkeys belong to (WebAuthn: relying party). */
export interface RelyingParty {
  /** The host name of the public address. */
  id: string;
  /** The only origin whose responses count. */
  origin: string;
}

/**
 * Returns the site of the configured address, never a request's. Null if browsers allow no passkeys there: it needs a
 * host name and, except on this machine, https.
 */
export function relyingParty({ publicUrl }: Pick<App, 'publicUrl'>): RelyingParty | null {
  if (!URL.canParse(publicUrl)) return null;
  const { hostname, origin, protocol } = new URL(publicUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (isIP(hostname) || hostname.startsWith('[')) return null;
  return protocol === 'https:' || isLocal ? { id: hostname, origin } : null;
}

/** Returns the site, or refuses if there can be no passkeys. */
export function requireParty(app: Pick<App, 'publicUrl'>): RelyingParty {
  const party = relyingParty(app);
  if (!party) throw new Refusal('error_passkey_address');
  return party;
}
