import { authorization } from '#web/lib/session.ts';

const FLOW = 'ssoLink';

interface Told {
  url?: string;
  flow?: string;
  message?: string;
}

async function post(path: string, body: object): Promise<Told> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { ...authorization(), 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });
    return (await response.json()) as Told;
  } catch {
    return { message: 'network_error' };
  }
}

/** The providers that can be linked; none while the server is away. */
export async function loadProviders(): Promise<readonly { id: number; label: string }[]> {
  const response = await fetch('/api/status', { signal: AbortSignal.timeout(10_000) });
  const { providers = [] } = (await response.json()) as { providers?: { id: number; label: string }[] };
  return providers;
}

/** Opens the page of a provider to link it; returns the key of a refusal. */
export async function openToLink(provider: number): Promise<string | null> {
  const { url, flow, message = 'unknown_error' } = await post('/api/sso/link/start', { provider });
  if (!url || !flow) return message;
  sessionStorage.setItem(FLOW, flow);
  location.assign(url);
  return null;
}

const finishing = new Map<string, Promise<string | null>>();

/** Links the provider that this tab comes from, once; null for a foreign response. */
export function finishLink(search: string): Promise<string | null> {
  const begun = finishing.get(search) ?? finish(search);
  finishing.set(search, begun);
  return begun;
}

async function finish(search: string): Promise<string | null> {
  const flow = sessionStorage.getItem(FLOW);
  sessionStorage.removeItem(FLOW);
  if (!flow) return null;
  const given = Object.fromEntries(new URLSearchParams(search));
  return (await post('/api/sso/link', { state: '', ...given, flow })).message ?? 'unknown_error';
}
