import { GraphQLError } from 'graphql/error';
import type { RefusalCode } from '#shared/refusal-code.ts';
import { type RefusalKey, refusals } from '#shared/refusals.ts';

/**
 * An error for the user: `message` is a key of `apiMessage`; `fields` maps invalid fields to keys. Any other error is
 * masked.
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

/** Returns the HTTP status for plain endpoints; GraphQL returns 200 except for UNAUTHENTICATED and UNAVAILABLE. */
export const httpStatus = (code: RefusalCode): number => statuses[code];

function httpOf(code: RefusalCode, retryAfter: unknown): object {
  const status = code === 'UNAUTHENTICATED' || code === 'UNAVAILABLE' ? { status: statuses[code] } : {};
  const headers = retryAfter ? { headers: { 'retry-after': String(retryAfter) } } : {};
  const http = { ...status, ...headers };
  return Object.keys(http).length ? { http } : {};
}
