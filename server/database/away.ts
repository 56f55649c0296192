import { StartError } from '#server/start-error.ts';

const socketCodes = new Set(
  'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN'.split(' '),
);

// connection exceptions; a statement that took too long; shutting down, starting, crashed; no connection, memory or disk left; its files cannot be read or
// written; a primary that was demoted under us
const states = /^(08...|57014|57P0.|53...|58...|25006)$/;

// pg gives these no code: the pool had no connection in time, one was not opened in time or ended while it was used; or a
// release that is being installed gave a table a column that a kept statement of this one does not know, whose connection is
// replaced
const messages =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated|Query read timeout|Client .*not queryable|cached plan must not change)/;

/** Whether a statement failed because the database is away or takes nothing at the moment, not because it is wrong. */
export function isDatabaseAway(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as { code?: unknown; message?: unknown };
  return socketCodes.has(String(code)) || states.test(String(code)) || messages.test(String(message));
}

/** Whether a start failed only because the database is away. */
export const isStartDelayed = (error: unknown): boolean =>
  isDatabaseAway(error) || (error instanceof StartError && isDatabaseAway(error.cause));

/** The same error in words for whoever starts the program, where the database went away in the middle. */
export const inWords = (error: unknown): unknown =>
  isDatabaseAway(error)
    ? new StartError('The database stopped answering while Meldekette started. Please start it again.', {
        cause: error,
      })
    : error;
