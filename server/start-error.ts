/** What keeps the program from starting, in words for whoever starts it, who can do something about it. */
export class StartError extends Error {}

/** Exit codes: someone has to change something; the database is away, so that the same start may work later (EX_TEMPFAIL). */
export const exitCodes = { refused: 2, databaseAway: 75 };

/** Ends a process that could not start: with the words of a StartError alone, and with everything for what nobody foresaw. */
export function failToStart(error: unknown): never {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(exitCodes.refused);
}
