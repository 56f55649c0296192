import { isDatabaseAway } from './database/away.ts';

/** What keeps the program from starting, in words for whoever starts it, who can do something about it. */
export class StartError extends Error {}

/** Exit codes: someone has to change something; the database is away, so that the same start may work later (EX_TEMPFAIL). */
export const exitCodes = { refused: 2, databaseAway: 75 };

/** Whether a start failed only because the database is away. */
export const isStartDelayed = (error: unknown): boolean =>
  isDatabaseAway(error) || (error instanceof StartError && isDatabaseAway(error.cause));

/** Ends a process that could not start: in words where they are known, with everything for what nobody foresaw. */
export function failToStart(error: unknown): never {
  if (error instanceof StartError) {
    process.stderr.write(`${error.message}\n`);
    process.exit(exitCodes.refused);
  }
  if (!isDatabaseAway(error)) throw error;
  process.stderr.write('The database stopped answering while Meldekette started. Please start it again.\n');
  process.exit(exitCodes.databaseAway);
}
