import { browserName } from '#web/lib/signed-in/trusted-device.ts';
import { answerOf, type FactorChoice, type GivenFactor, post, type SignInAnswer } from './requests.ts';

const FLOW = 'ssoFlow';

/** A provider's sign-in without the second factor. */
export type ProviderTicket = { ticket: string; factors?: FactorChoice };

/** Opens a provider's page; returns the reason if impossible. The data for the response stay in this tab. */
export async function openProvider(provider: number): Promise<SignInAnswer | null> {
  const answer = await post('/api/sso/start', { provider });
  const { url, flow } = (answer.told ?? {}) as { url?: string; flow?: string };
  if (!url || !flow) return answerOf(answer);
  sessionStorage.setItem(FLOW, flow);
  location.assign(url);
  return null;
}

/** Returns a provider's response in the address, once. */
export function takeResponse(): Record<string, string> | null {
  if (!location.hash.startsWith('#/sso?')) return null;
  const given = Object.fromEntries(new URLSearchParams(location.hash.slice('#/sso?'.length)));
  const flow = sessionStorage.getItem(FLOW) ?? '';
  sessionStorage.removeItem(FLOW);
  history.replaceState(null, '', '#/login'); // a response is good for one use
  return { ...given, flow };
}

/** Signs in with a provider's response; a ticket if a code is missing. */
export async function finishProvider(response: Record<string, string>): Promise<SignInAnswer | ProviderTicket> {
  const answer = await post('/api/sso/finish', { state: '', ...response, browser: await browserName() });
  const { ticket, factors } = (answer.told ?? {}) as Partial<ProviderTicket>;
  return ticket ? { ticket, ...(factors ? { factors } : {}) } : answerOf(answer);
}

/** Completes the sign-in by the second factor. */
export const completeProvider = async ({ ticket }: ProviderTicket, factor: GivenFactor): Promise<SignInAnswer> =>
  answerOf(await post('/api/sso/code', { ticket, ...factor, browser: await browserName() }));
