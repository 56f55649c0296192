import { GraphQLError } from 'graphql';
import type { App } from '#server/platform/context.ts';
import { isDatabaseAway } from '#server/platform/database/away.ts';
import { Refusal } from '#server/platform/errors.ts';
import { describeError } from '#server/platform/log.ts';

// seconds
const retryAfter = 5;

// PostgreSQL stores neither a NUL nor its JSON escape
const unstorable = new Set(['22021', '22P05']);

/**
 * Returns the refusal for an error: its own or its cause's, an unreachable database, or an id under which it is logged.
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

/** The same for requests that clients resend: with a retry delay. */
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
 * Returns whether GraphQL refused the document, a variable or an argument. Wrong results are GraphQL errors too, but
 * without a position.
 */
export function isRequestFault(error: unknown): error is GraphQLError {
  const cause = causeOf(error);
  if (!(error instanceof GraphQLError) || !(cause instanceof GraphQLError)) return false;
  return !error.path || cause.nodes !== undefined;
}
