import { GraphQLError } from 'graphql';
import type { App } from '#server/platform/context.ts';
import { isDatabaseAway } from '#server/platform/database/away.ts';
import { Refusal } from '#server/platform/errors.ts';
import { describeError } from '#server/platform/log.ts';

/** Seconds after which a client may try again while the database is away. */
const retryAfter = 5;

// a NUL in a text, and its escape in JSON: PostgreSQL stores neither
const unstorable = new Set(['22021', '22P05']);

/**
 * The refusal that an error is answered with at the edge: the one it is or was made from; else one that tells that the
 * database is away, or nothing but an id under which the error is logged.
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

/**
 * The same for what may be sent again without harm, and is by itself: a failure says when to come again, under the id that
 * it is logged with.
 */
export function passingRefusalOf(error: unknown, app: Pick<App, 'log'>): Refusal {
  const refusal = refusalOf(error, app);
  if (refusal.key !== 'error_internal') return refusal;
  return new Refusal('error_unavailable', undefined, { ...(refusal.extensions['details'] as object), retryAfter });
}

/** What GraphQL wrapped, perhaps several times: a value that does not fit is an error in an error. */
export function causeOf(error: unknown): unknown {
  let cause = error;
  while (cause instanceof GraphQLError && cause.originalError) cause = cause.originalError;
  return cause;
}

/**
 * Whether GraphQL refused what was asked: the document, a variable, or an argument. A result that does not fit its type
 * is also told as an error of GraphQL, but belongs to no place of the document, and would quote the value.
 */
export function isRequestFault(error: unknown): error is GraphQLError {
  const cause = causeOf(error);
  if (!(error instanceof GraphQLError) || !(cause instanceof GraphQLError)) return false;
  return !error.path || cause.nodes !== undefined;
}
