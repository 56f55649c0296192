/** Exit codes: nobody foresaw it; someone has to change something; the database is away, so that the same start may work later (EX_TEMPFAIL). */
export const exitCodes = { unforeseen: 1, refused: 2, databaseAway: 75 };

interface StartErrorOptions extends ErrorOptions {
  exitCode?: number;
}

/** What keeps the program from starting, in words for whoever starts it, who can do something about it. */
export class StartError extends Error {
  readonly exitCode: number;
  constructor(message: string, { exitCode = exitCodes.refused, ...options }: StartErrorOptions = {}) {
    super(message, options);
    this.exitCode = exitCode;
  }
}
