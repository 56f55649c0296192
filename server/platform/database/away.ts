import { exitCodes, StartError } from '#server/platform/start-error.ts';

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

// the message of "cached plan must not change" in any language
const changedPlan = 'RevalidateCachedQuery';

/** Whether a statement failed because the database is away or takes nothing at the moment, not because it is wrong. */
export function isDatabaseAway(error: unknown): boolean {
  const {
    code = '',
    message = '',
    routine,
  } = (error ?? {}) as { code?: unknown; message?: unknown; routine?: unknown };
  if (routine === changedPlan) return true;
  return socketCodes.has(String(code)) || states.test(String(code)) || messages.test(String(message));
}

/** Whether a start failed only because the database is away. */
export const isStartDelayed = (error: unknown): boolean =>
  isDatabaseAway(error) || (error instanceof StartError && isDatabaseAway(error.cause));

// what PostgreSQL says of itself; it is waited for, also when it was never reached before
const conditions: Record<string, string> = {
  '57P03': 'The database is starting, recovering or stopping',
  '25006': 'The database is read-only: it is a standby, or its primary was demoted',
  '53100': 'The disk of the database is full',
  '53200': 'The database has no memory left',
  '53300': 'The database has no connection left',
};

/** Whether nobody answered at the address of the database, or its name is not known (yet). */
export const isUnreachable = (error: unknown): boolean => socketCodes.has(codeOf(error) ?? '');

const codeOf = (error: unknown) => (error as { code?: string } | null | undefined)?.code;

/** What is the matter with a database that is away. */
export function conditionOf(error: unknown): string {
  const known = conditions[codeOf(error) ?? codeOf((error as Error | undefined)?.cause) ?? ''];
  if (known) return known;
  // it was never reached: what mends that, should it not be a matter of time
  const isSaid = error instanceof StartError && error.exitCode === exitCodes.databaseAway && isUnreachable(error.cause);
  return isSaid ? error.message.replace(/\.$/, '') : 'The database stopped answering';
}

/** The error of a start that may work later, because the database is away at the moment. */
export const databaseAway = (cause: unknown): StartError =>
  new StartError(`${conditionOf(cause)}. Start Meldekette again when it takes changes.`, {
    cause,
    exitCode: exitCodes.databaseAway,
  });

/** Whether a start is to be tried again by itself: PostgreSQL went away, or says that it is not ready yet. */
export const isWaitedFor = (error: unknown): boolean =>
  isDatabaseAway(error) || (error instanceof StartError && error.exitCode === exitCodes.databaseAway);
