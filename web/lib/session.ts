const TOKEN = 'token';
/** Where this browser keeps what was chosen of light and dark; `web/public/scheme.js` reads it before anything is painted. */
export const COLOUR_SCHEME = 'colourScheme';
const KEPT_AT_LOGOUT = ['i18nextLng', COLOUR_SCHEME];
const RETURN_TO = 'returnTo';
const CLOCK_AHEAD = 'clockAhead';
const listeners = new Set<() => void>();
const announce = () => {
  for (const listener of listeners) listener();
};

/** The moment a token ends, in seconds since 1970 by the clock of this computer; 0 when it cannot be read. */
export function tokenExpiry(token: string): number {
  const { exp } = claimsOf(token);
  return typeof exp === 'number' ? exp + Number(localStorage.getItem(CLOCK_AHEAD)) : 0;
}

function claimsOf(token: string): { exp?: unknown; iat?: unknown } {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    return JSON.parse(atob(payload)) as { exp?: unknown; iat?: unknown };
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

/** The header of every request; empty when nobody is signed in. */
export const authorization = (): Record<string, string> => {
  const token = validToken();
  return token ? { authorization: `Bearer ${token}` } : {};
};

/** Stores the token of a fresh sign-in and switches the page to the signed-in routes. */
export function signIn(token: string): void {
  const { iat } = claimsOf(token);
  const ahead = typeof iat === 'number' ? Math.round(Date.now() / 1000 - iat) : 0;
  localStorage.setItem(CLOCK_AHEAD, String(ahead)); // a computer's clock may be hours wrong
  localStorage.setItem(TOKEN, token);
  announce();
}

/** Revokes the session on the server, clears this browser except for language and colour scheme and shows the sign-in page. */
export async function logout(): Promise<void> {
  const headers = authorization();
  if (headers['authorization'])
    await fetch('/api/logout', { method: 'POST', headers, signal: AbortSignal.timeout(3000) }).catch(() => undefined);
  clearStorage();
  history.replaceState(null, '', '#/login'); // unlike a change of the hash it does not send the pages that still stand elsewhere
  location.reload();
}

function clearStorage(): void {
  for (const key of Object.keys(localStorage)) if (!KEPT_AT_LOGOUT.includes(key)) localStorage.removeItem(key);
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
