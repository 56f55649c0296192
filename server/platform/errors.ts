import { GraphQLError } from 'graphql';
import { type RefusalCode, type RefusalKey, refusals } from '#shared/refusals.ts';

/**
 * An answer meant for the user: `message` is a key the client translates as apiMessage.<key>.
 * `fields` maps a bad input field to its own key. Everything else that is thrown is a bug and is masked.
 */
export class Refusal extends GraphQLError {
  readonly key: RefusalKey;
  constructor(key: RefusalKey, fields?: Record<string, RefusalKey>, details?: Record<string, unknown>) {
    const code = refusals[key];
    super(key, {
      extensions: {
        code,
        ...(fields ? { fields } : {}),
        ...(details ? { details } : {}),
        ...httpOf(code, details?.['retryAfter']),
      },
    });
    this.key = key;
  }
}

const statuses: Record<RefusalCode, number> = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  BAD_USER_INPUT: 400,
  CONFLICT: 409,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
};

/** The HTTP status of a class of refusal, for the plain endpoints; GraphQL answers 200 but for UNAUTHENTICATED and UNAVAILABLE. */
export const httpStatus = (code: RefusalCode): number => statuses[code];

/** What the GraphQL endpoint answers besides the error itself; no client sees these words. */
function httpOf(code: RefusalCode, retryAfter: unknown): object {
  const status = code === 'UNAUTHENTICATED' || code === 'UNAVAILABLE' ? { status: statuses[code] } : {};
  const headers = retryAfter ? { headers: { 'retry-after': String(retryAfter) } } : {};
  const http = { ...status, ...headers };
  return Object.keys(http).length ? { http } : {};
}
