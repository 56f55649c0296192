import { serverTimeHeader } from '#shared/server-time.ts';
import { forgetKept, type Owner } from '#web/lib/kept/store.ts';
import { noteAhead, secondsAhead } from '#web/lib/signed-in/clock-ahead.ts';
import { forgetDevice } from '#web/lib/signed-in/trusted-device.ts';
import { STORED_LANGUAGE } from './chosen-language.ts';

const TOKEN = 'token';
const RETURN_TO = 'returnTo';
const listeners = new Set<() => void>();
const announce = () => {
  for (const listener of listeners) listener();
};

/** Whether the server itself refused whoever asked as not signed in; what a proxy refuses says nothing of the session. */
export const isSignedOut = (response: Response | undefined): boolean =>
  response?.status === 401 && response.headers.has(serverTimeHeader);

/** The moment a token ends, in seconds since 1970 by the clock of this computer; 0 when it cannot be read. */
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

/** The stored token while it is valid; an expired one is removed and counts as signed out. */
export function validToken(now = Date.now()): string | null {
  const token = localStorage.getItem(TOKEN);
  if (token === null) return null;
  if (tokenExpiry(token) > now / 1000) return token;
  localStorage.removeItem(TOKEN);
  return null;
}

/** Whoever is signed in, as long as they are: for whom things are kept on this device. */
export function ownerNow(): Owner | null {
  const user = userNow();
  return user ? { user, isStill: () => userNow() === user } : null;
}

function userNow(): string | null {
  const token = validToken();
  const { sub } = token ? claimsOf(token) : {};
  return typeof sub === 'string' ? sub : null;
}

/** The header of every request; empty when nobody is signed in. */
export const authorization = (): Record<string, string> => {
  const token = validToken();
  return token ? { authorization: `Bearer ${token}` } : {};
};

/** From when to when a token holds, in milliseconds by the clock of this computer. */
export function sessionSpan(token: string): { from: number; to: number } {
  const { iat } = claimsOf(token);
  const to = tokenExpiry(token) * 1000;
  return { from: typeof iat === 'number' ? (iat + secondsAhead()) * 1000 : to, to };
}

/** Asks the server to prolong the session, which it does in the last quarter of its time; what fails is asked again. */
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
    // only a longer one: the span of the one that is there tells when its last quarter begins
    if (token && before && validToken() === before && tokenExpiry(token) > tokenExpiry(before) + 1) keep(token);
  } catch {}
}

/** Stores the token of a fresh sign-in and switches the page to the signed-in routes. */
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
 * Revokes the session on the server, clears this browser except for the language and shows the sign-in page.
 * A device stays trusted only where it `keepsDevice`: when nobody wanted to sign out. What was written and not sent stays
 * only where it `keepsUnsent`, and for the same user.
 */
export async function logout({ keepsDevice = false, keepsUnsent = false } = {}): Promise<void> {
  const headers: Record<string, string> = { ...authorization(), 'content-type': 'application/json' };
  const body = JSON.stringify({ keepsDevice });
  const ended = headers['authorization'] ? await endOnServer(headers, body) : undefined;
  // the key may be that of somebody who signed in here before, and whose device stays trusted
  if (!keepsDevice && ended !== null) await forgetDevice(ended);
  clearStorage();
  await forgetKept({ butUnsent: keepsUnsent });
  history.replaceState(null, '', '#/login'); // unlike a change of the hash it does not send the pages that still stand elsewhere
  location.reload();
}

/** The trusted device of the session that ends, null where it has none; nothing where the server does not say. */
async function endOnServer(headers: Record<string, string>, body: string): Promise<string | null | undefined> {
  try {
    const response = await fetch('/api/logout', { method: 'POST', headers, body, signal: AbortSignal.timeout(3000) });
    return ((await response.json()) as { trustedDevice?: string | null }).trustedDevice;
  } catch {
    return undefined;
  }
}

function clearStorage(): void {
  for (const key of Object.keys(localStorage)) if (key !== STORED_LANGUAGE) localStorage.removeItem(key);
}

/** Remembers the page someone wanted before signing in, for this tab only. */
export const rememberReturn = (path: string): void => sessionStorage.setItem(RETURN_TO, path);

/** The page remembered before signing in, once. */
export function takeReturn(): string | null {
  const path = sessionStorage.getItem(RETURN_TO);
  sessionStorage.removeItem(RETURN_TO);
  return path;
}

/** Calls back after each sign-in and sign-out, in other tabs too, until the returned function is called. */
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
