/** What keeps the program from starting, in words for whoever starts it, who can do something about it. */
export class StartError extends Error {}

/** Ends a process that could not start: with the words of a StartError alone, and with everything for what nobody foresaw. */
export function failToStart(error: unknown): never {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(2);
}
