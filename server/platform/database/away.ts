import { NoServer } from '#server/platform/connection/primary.ts';
import { exitCodes, StartError } from '#server/platform/start-error.ts';

const socketCodes = new Set(
  'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN'.split(' '),
);

// connection errors; timeouts; shutdown, start, crash; lack of resources; unusable files; a demoted primary
const states = /^(08...|57014|57P0.|53...|58...|25006)$/;

// errors of pg without a code: connection time-outs; or a newer release changed a table of a prepared statement
const messages =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated|Query read timeout|Client .*not queryable|cached plan must not change)/;

// identifies "cached plan must not change" in any language
const changedPlan = 'RevalidateCachedQuery';

/** Returns whether a statement failed because the database is unavailable. */
export function isDatabaseAway(error: unknown): boolean {
  const {
    code = '',
    message = '',
    routine,
  } = (error ?? {}) as { code?: unknown; message?: unknown; routine?: unknown };
  if (routine === changedPlan) return true;
  return socketCodes.has(String(code)) || states.test(String(code)) || messages.test(String(message));
}

/** Returns whether a start failed only because the database is unreachable. */
export const isStartDelayed = (error: unknown): boolean =>
  isDatabaseAway(error) || (error instanceof StartError && isDatabaseAway(error.cause));

// PostgreSQL's own reports, for which a start waits
const conditions: Record<string, string> = {
  '57P03': 'The database is starting, recovering or stopping',
  '25006': 'The database is read-only: it is a standby, or its primary was demoted',
  '53100': 'The disk of the database is full',
  '53200': 'The database has no memory left',
  '53300': 'The database has no connection left',
};

export const isUnreachable = (error: unknown): boolean => socketCodes.has(codeOf(error) ?? '');

const codeOf = (error: unknown) => (error as { code?: string } | null | undefined)?.code;

/** Returns whether a start failed because its database is a standby. */
export const isStandby = (error: unknown): boolean =>
  codeOf(error) === '25006' || codeOf((error as Error | undefined)?.cause) === '25006';

export function conditionOf(error: unknown): string {
  for (const one of [error, (error as Error | undefined)?.cause]) if (one instanceof NoServer) return one.message;
  const known = conditions[codeOf(error) ?? codeOf((error as Error | undefined)?.cause) ?? ''];
  if (known) return known;
  // never reached: explain the remedy, in case waiting doesn't help
  const isSaid = error instanceof StartError && error.exitCode === exitCodes.databaseAway && isUnreachable(error.cause);
  return isSaid ? error.message.replace(/\.$/, '') : 'The database stopped answering';
}

/** Returns the error of a start that may succeed later. */
export const databaseAway = (cause: unknown): StartError =>
  new StartError(`${conditionOf(cause)}. Start Meldekette again when it takes changes.`, {
    cause,
    exitCode: exitCodes.databaseAway,
  });

/** Returns whether to retry a start automatically. */
export const isWaitedFor = (error: unknown): boolean =>
  isDatabaseAway(error) || (error instanceof StartError && error.exitCode === exitCodes.databaseAway);
