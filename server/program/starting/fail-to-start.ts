import { earlyLogLevel } from '#server/platform/config.ts';
import { inWords } from '#server/platform/database/starting/in-words.ts';
import { createLog, describeError } from '#server/platform/log.ts';
import { exitCodes } from '#server/platform/start-error.ts';

/** Ends a failed start with a sentence, log details, and the exit code. */
export function failToStart(error: unknown): never {
  const { message, exitCode, cause } = inWords(error);
  process.stderr.write(`${message}\n`);
  const { name, code, stack } = describeError(cause);
  const details = { error: name, code, ...(exitCode === exitCodes.unforeseen ? { stack } : {}) };
  createLog(earlyLogLevel()).error({ event: 'start_failed', exitCode, ...details });
  process.exit(exitCode);
}

/** The same for other errors, until the returned function is called. */
export function watchStart(): () => void {
  process.on('uncaughtException', failToStart);
  return () => void process.off('uncaughtException', failToStart);
}
