import { CallFailure } from '#server/platform/call.ts';
import type { App } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import type { Provider } from './providers.ts';

/** Fields of a library error, without its message, which may quote input. */
interface Failure {
  code?: unknown;
  error?: unknown;
  status?: unknown;
  cause?: unknown;
}

const byCode: Readonly<Record<string, RefusalKey>> = {
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'error_sso_clock',
  OAUTH_WWW_AUTHENTICATE_CHALLENGE: 'error_sso_client',
  OAUTH_TIMEOUT: 'error_sso_unreachable',
  OAUTH_ABORT: 'error_sso_unreachable',
};

/** Returns the refusal for a provider's error. Logs codes only. */
export function refusalOfProvider({ log }: Pick<App, 'log'>, provider: Pick<Provider, 'id'>, error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const chain = chainOf(error);
  const codes = chain.flatMap(({ code }) => (typeof code === 'string' ? [code] : []));
  const told = chain.flatMap(({ error: name }) =>
    typeof name === 'string' && /^[a-z_]{1,60}$/.test(name) ? [name] : [],
  );
  log.warn({ event: 'sso_failed', provider: provider.id, codes, told });
  if (chain.some((one) => one instanceof CallFailure)) return new Refusal('error_sso_unreachable');
  if (told.includes('access_denied')) return new Refusal('error_sso_denied');
  if (told.includes('invalid_client') || told.includes('unauthorized_client')) return new Refusal('error_sso_client');
  const known = codes.flatMap((code) => byCode[code] ?? [])[0];
  if (known) return new Refusal(known);
  if (chain.some(isForeignIssuer)) return new Refusal('error_sso_issuer');
  // a proxy's page, or a server error
  const isNoProvider = codes.some(
    (code) => code === 'OAUTH_RESPONSE_IS_NOT_JSON' || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM',
  );
  return new Refusal(isNoProvider ? 'error_sso_unreachable' : 'error_sso_failed');
}

function chainOf(error: unknown): Failure[] {
  const chain: Failure[] = [];
  for (let at = error; at && typeof at === 'object' && chain.length < 6; at = (at as Failure).cause) chain.push(at);
  return chain;
}

/** Returns whether the ID token, the response or the metadata names another issuer. */
function isForeignIssuer(failure: Failure): boolean {
  const { claim, attribute } = failure as { claim?: unknown; attribute?: unknown };
  const isResponse = failure instanceof Error && failure.message.includes('"iss" (issuer)');
  return claim === 'iss' || attribute === 'issuer' || isResponse;
}
