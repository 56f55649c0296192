import { GraphQLError } from 'graphql';
import type { App } from '#server/platform/context.ts';
import { isDatabaseAway } from '#server/platform/database/away.ts';
import { Refusal } from '#server/platform/errors.ts';
import { describeError } from '#server/platform/log.ts';

/** Seconds after which a client may retry while the database is unreachable. */
const retryAfter = 5;

// a NUL in a text, and its JSON escape: PostgreSQL stores neither
const unstorable = new Set(['22021', '22P05']);

/**
 * Returns the refusal for an error at the edge: its own or its cause's; otherwise that the database is unreachable, or only an id
 * under which the error is logged.
 */
export function refusalOf(error: unknown, { log }: Pick<App, 'log'>): Refusal {
  const cause = causeOf(error);
  if (cause instanceof Refusal) return cause;
  if (isRequestFault(error)) return new Refusal('error_invalid_input');
  if (unstorable.has(String(describeError(cause).code))) return new Refusal('error_invalid_character');
  if (isDatabaseAway(cause)) {
    log.warn({ event: 'request_unavailable', code: describeError(cause).code });
    return new Refusal('error_unavailable', undefined, { retryAfter });
  }
  const id = crypto.randomUUID();
  log.error({ event: 'request_failed', id, error: describeError(cause) });
  return new Refusal('error_internal', undefined, { id });
}

/** The same for requests that clients resend automatically: a failure includes a retry delay, and the id of its log entry. */
export function passingRefusalOf(error: unknown, app: Pick<App, 'log'>): Refusal {
  const refusal = refusalOf(error, app);
  if (refusal.key !== 'error_internal') return refusal;
  return new Refusal('error_unavailable', undefined, { ...(refusal.extensions['details'] as object), retryAfter });
}

/** Unwraps GraphQL's errors, which may nest. */
export function causeOf(error: unknown): unknown {
  let cause = error;
  while (cause instanceof GraphQLError && cause.originalError) cause = cause.originalError;
  return cause;
}

/**
 * Returns whether GraphQL refused the request: the document, a variable or an argument. A result of the wrong type is also a
 * GraphQL error, but without a position in the document, and would quote the value.
 */
export function isRequestFault(error: unknown): error is GraphQLError {
  const cause = causeOf(error);
  if (!(error instanceof GraphQLError) || !(cause instanceof GraphQLError)) return false;
  return !error.path || cause.nodes !== undefined;
}
