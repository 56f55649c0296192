import { serverTimeHeader } from '#shared/server-time.ts';
import { forgetKept, type Owner } from '#web/lib/offline-store/store.ts';
import { noteAhead, secondsAhead } from '#web/lib/signed-in/clock-ahead.ts';
import { forgetDevice } from '#web/lib/signed-in/trusted-device.ts';
import { STORED_LANGUAGE } from './chosen-language.ts';

const TOKEN = 'token';
const RETURN_TO = 'returnTo';
const listeners = new Set<() => void>();
const announce = () => {
  for (const listener of listeners) listener();
};

/** Returns whether the server itself refused the request as signed out. */
export const isSignedOut = (response: Response | undefined): boolean =>
  response?.status === 401 && response.headers.has(serverTimeHeader);

/** Returns a token's expiry, in seconds since 1970 by this computer's clock; 0 if unreadable. */
export function tokenExpiry(token: string): number {
  const { exp } = claimsOf(token);
  return typeof exp === 'number' ? exp + secondsAhead() : 0;
}

function claimsOf(token: string): { exp?: unknown; iat?: unknown; sub?: unknown } {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    return JSON.parse(atob(payload)) as { exp?: unknown; iat?: unknown; sub?: unknown };
  } catch {
    return {};
  }
}

/** Returns the valid stored token. Removes an expired one. */
export function validToken(now = Date.now()): string | null {
  const token = localStorage.getItem(TOKEN);
  if (token === null) return null;
  if (tokenExpiry(token) > now / 1000) return token;
  localStorage.removeItem(TOKEN);
  return null;
}

/** Returns the signed-in user as owner of data on this device. */
export function ownerNow(): Owner | null {
  const user = userNow();
  return user ? { user, isStill: () => userNow() === user } : null;
}

function userNow(): string | null {
  const token = validToken();
  const { sub } = token ? claimsOf(token) : {};
  return typeof sub === 'string' ? sub : null;
}

/** Returns the authorization header, empty when signed out. */
export const authorization = (): Record<string, string> => {
  const token = validToken();
  return token ? { authorization: `Bearer ${token}` } : {};
};

/** Returns a token's validity, in milliseconds by this computer's clock. */
export function sessionSpan(token: string): { from: number; to: number } {
  const { iat } = claimsOf(token);
  const to = tokenExpiry(token) * 1000;
  return { from: typeof iat === 'number' ? (iat + secondsAhead()) * 1000 : to, to };
}

/** Requests a longer session, granted in the last quarter of its time. */
export async function renew(): Promise<void> {
  const before = validToken();
  try {
    const response = await fetch('/api/renew', {
      method: 'POST',
      headers: { ...authorization(), 'content-type': 'application/json' },
      body: '{}',
      signal: AbortSignal.timeout(10_000),
    });
    const { token } = (await response.json()) as { token?: string };
    // the span of the current token determines its last quarter
    if (token && before && validToken() === before && tokenExpiry(token) > tokenExpiry(before) + 1) keep(token);
  } catch {}
}

export function signIn(token: string): void {
  keep(token);
  announce();
}

function keep(token: string): void {
  const { iat } = claimsOf(token);
  if (typeof iat === 'number') noteAhead(Date.now() / 1000 - iat); // a computer's clock may be hours wrong
  localStorage.setItem(TOKEN, token);
}

/**
 * Ends the session, clears this browser except for the language and shows the sign-in page. `keepsDevice` keeps the
 * device trusted, `keepsOutbox` the unsent items.
 */
export async function logout({ keepsDevice = false, keepsOutbox = false } = {}): Promise<void> {
  const headers: Record<string, string> = { ...authorization(), 'content-type': 'application/json' };
  const body = JSON.stringify({ keepsDevice });
  const ended = headers['authorization'] ? await endOnServer(headers, body) : undefined;
  // the key may belong to an earlier user
  if (!keepsDevice && ended?.trustedDevice !== null) await forgetDevice(ended?.trustedDevice);
  clearStorage();
  await forgetKept({ exceptOutbox: keepsOutbox });
  history.replaceState(null, '', '#/login'); // unlike a hash change, this doesn't redirect mounted pages
  // ends the provider's session too, unless this one ended by itself
  if (ended?.providerUrl && !keepsDevice) location.assign(ended.providerUrl);
  else location.reload();
}

/** The trusted device of an ended session, and the sign-out address of its provider. */
interface Ended {
  trustedDevice: string | null;
  providerUrl?: string | null;
}

/** Ends the session; undefined without a response. */
async function endOnServer(headers: Record<string, string>, body: string): Promise<Ended | undefined> {
  try {
    const response = await fetch('/api/logout', { method: 'POST', headers, body, signal: AbortSignal.timeout(3000) });
    const told = (await response.json()) as Partial<Ended>;
    return told.trustedDevice === undefined ? undefined : { ...told, trustedDevice: told.trustedDevice };
  } catch {
    return undefined;
  }
}

function clearStorage(): void {
  for (const key of Object.keys(localStorage)) if (key !== STORED_LANGUAGE) localStorage.removeItem(key);
}

/** Stores the page requested before signing in, for this tab. */
export const rememberReturn = (path: string): void => sessionStorage.setItem(RETURN_TO, path);

/** Returns and removes the page that was stored before signing in. */
export function takeReturn(): string | null {
  const path = sessionStorage.getItem(RETURN_TO);
  sessionStorage.removeItem(RETURN_TO);
  return path;
}

/** Calls back on sign-in and sign-out in any tab; returns a function that unsubscribes. */
export function onSessionChanged(listener: () => void): () => void {
  listeners.add(listener);
  const otherTab = (event: StorageEvent) => {
    if (event.key === TOKEN || event.key === null) listener();
  };
  window.addEventListener('storage', otherTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', otherTab);
  };
}
