import type { Secrets } from '#server/platform/secrets.ts';
import { seal, unseal } from '#server/platform/secrets.ts';

const contextOf = (providerId: number) => `oidc_providers/${providerId}`;

/** Returns the client secret as the database keeps it. */
export const sealClientSecret = ({ store }: Secrets, providerId: number, secret: string): Buffer =>
  seal(store, contextOf(providerId), secret);

/** Null for a public client, undefined if sealed with another key. */
export function clientSecretOf(
  { store }: Secrets,
  { id, clientSecret }: { id: number; clientSecret: Buffer | null },
): string | null | undefined {
  if (clientSecret === null) return null;
  try {
    return unseal<string>(store, contextOf(id), clientSecret);
  } catch {
    return undefined;
  }
}
