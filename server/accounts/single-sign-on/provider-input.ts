import { isIP } from 'node:net';
import { requiredText } from '#server/api/input.ts';
import type { App } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { hostOf, isThisMachine } from '#server/platform/network-address.ts';
import { limits } from '#shared/limits.ts';
import { roles } from '#shared/permissions.ts';
import type { GroupRole } from './role-mapping.ts';

const issuerMaximum = 500;
const mostMappings = 200;
const bad = () => new Refusal('error_invalid_url', { issuer: 'error_invalid_url' });

/** Returns whether an address is on this machine, without DNS. */
const isLoopback = (url: URL): boolean =>
  hostOf(url) === 'localhost' || (isIP(hostOf(url)) > 0 && isThisMachine(hostOf(url)));

/** Returns whether a provider may use HTTP: on this machine, if permitted. */
export const mayBePlain = (issuer: URL, { config }: Pick<App, 'config'>): boolean =>
  config.LOCAL_CHANNELS && issuer.protocol === 'http:' && isLoopback(issuer);

/** Returns an issuer: https, without password, query or fragment. */
export function issuerInput(app: Pick<App, 'config'>, given: string | null | undefined): string {
  const text = requiredText('issuer', given, issuerMaximum);
  const url = URL.parse(text);
  if (!url || url.username || url.password || url.search || url.hash) throw bad();
  if (url.protocol !== 'https:' && !mayBePlain(url, app)) throw bad();
  return text;
}

/** Returns scopes, separated by spaces, with `openid` among them. */
export function scopesInput(given: string | null | undefined): string {
  const scopes = requiredText('scopes', given, limits.lineMaximum).split(/\s+/);
  if (!scopes.includes('openid') || scopes.some((scope) => !/^[\x21\x23-\x5B\x5D-\x7E]+$/.test(scope)))
    throw new Refusal('error_sso_scopes', { scopes: 'error_sso_scopes' });
  return scopes.join(' ');
}

/** Returns the mapping of groups; refuses unknown roles. */
export function roleMapInput(given: readonly { group: string; role: string }[]): GroupRole[] {
  if (given.length > mostMappings) throw new Refusal('error_too_many', { roleMap: 'error_too_many' });
  return given.map(({ group, role }) => {
    const known = roles.find((one) => one === role);
    if (!known) throw new Refusal('error_unknown_role', { roleMap: 'error_unknown_role' });
    return { group: requiredText('roleMap', group, limits.nameMaximum), role: known };
  });
}
