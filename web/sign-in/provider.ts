import { browserName } from '#web/lib/signed-in/trusted-device.ts';
import { answerOf, type FactorChoice, type GivenFactor, post, type SignInAnswer } from './requests.ts';

const FLOW = 'ssoFlow';

/** A sign-in with a provider that lacks only the second factor. */
export type ProviderTicket = { ticket: string; factors?: FactorChoice };

/** Opens the page of a provider; returns the reason if it can't. The data for the response stay in this tab. */
export async function openProvider(provider: number): Promise<SignInAnswer | null> {
  const answer = await post('/api/sso/start', { provider });
  const { url, flow } = (answer.told ?? {}) as { url?: string; flow?: string };
  if (!url || !flow) return answerOf(answer);
  sessionStorage.setItem(FLOW, flow);
  location.assign(url);
  return null;
}

/** Returns the response of a provider in the address, once; null if there is none. */
export function takeResponse(): Record<string, string> | null {
  if (!location.hash.startsWith('#/sso?')) return null;
  const given = Object.fromEntries(new URLSearchParams(location.hash.slice('#/sso?'.length)));
  const flow = sessionStorage.getItem(FLOW) ?? '';
  sessionStorage.removeItem(FLOW);
  history.replaceState(null, '', '#/login'); // a response is good for one use
  return { ...given, flow };
}

/** Signs in with the response of a provider; a ticket if a code is missing. */
export async function finishProvider(response: Record<string, string>): Promise<SignInAnswer | ProviderTicket> {
  const answer = await post('/api/sso/finish', { state: '', ...response, browser: await browserName() });
  const { ticket, factors } = (answer.told ?? {}) as Partial<ProviderTicket>;
  return ticket ? { ticket, ...(factors ? { factors } : {}) } : answerOf(answer);
}

/** Completes the sign-in by the second factor. */
export const completeProvider = async ({ ticket }: ProviderTicket, factor: GivenFactor): Promise<SignInAnswer> =>
  answerOf(await post('/api/sso/code', { ticket, ...factor, browser: await browserName() }));
