import { writeSync } from 'node:fs';
import { type Logger, pino } from 'pino';

export type { Logger };

/** Creates the program's log: JSON lines with event names and ids, without personal data. */
export function createLog(level: string): Logger {
  const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
  tolerateFaults((log as unknown as Record<symbol, Output>)[pino.symbols.streamSym]!);
  return log;
}

interface Output extends NodeJS.EventEmitter {
  write(line: string): boolean;
  flushSync(): void;
}

/**
 * Lets the program continue without its log if the disk is full or the terminal has ended; otherwise the first failed
 * write ends the process.
 */
function tolerateFaults(output: Output): void {
  if ((output as object) === process.stdout) return; // of a test
  const flush = output.flushSync.bind(output);
  let isFailing = false;
  output.flushSync = () => {
    if (!isFailing && isWritable()) flush();
  };
  output.on('error', ({ code }: NodeJS.ErrnoException) => {
    isFailing = true;
    if (code === 'EIO') output.write = () => true; // a terminal never comes back
  });
}

/** Returns whether the standard output can be written. An ended terminal refuses even nothing. */
function isWritable(): boolean {
  try {
    return writeSync(1, '') === 0;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EAGAIN';
  }
}

/** Returns class, SQL state and stack of an error, without its message, which may contain input. */
export function describeError(error: unknown): {
  name: string | undefined;
  code: string | undefined;
  stack: string | undefined;
} {
  const { name, code, stack } = (error ?? {}) as { name?: string; code?: string; stack?: string };
  const frames = stack?.split('\n').filter((line) => line.trimStart().startsWith('at '));
  return { name, code, stack: frames?.slice(0, 8).join('\n') };
}
