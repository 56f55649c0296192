/**
 * Unforeseen error; refused until an operator changes something; database unreachable (EX_TEMPFAIL), so that the same
 * start may work later.
 */
export const exitCodes = { unforeseen: 1, refused: 2, databaseAway: 75 };

interface StartErrorOptions extends ErrorOptions {
  exitCode?: number;
}

/** An obstacle to the start, explained for the operator. */
export class StartError extends Error {
  readonly exitCode: number;
  constructor(message: string, { exitCode = exitCodes.refused, ...options }: StartErrorOptions = {}) {
    super(message, options);
    this.exitCode = exitCode;
  }
}
