import { type Logger, pino } from 'pino';

export type { Logger };

/** Creates the program's log: JSON lines with event name and ids, never addresses, names, texts or tokens. */
export function createLog(level: string): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}

/** Returns class, SQL state and stack of an error without its message, which may contain a user's input. */
export function describeError(error: unknown): {
  name: string | undefined;
  code: string | undefined;
  stack: string | undefined;
} {
  const { name, code, stack } = (error ?? {}) as { name?: string; code?: string; stack?: string };
  const frames = stack?.split('\n').filter((line) => line.trimStart().startsWith('at '));
  return { name, code, stack: frames?.slice(0, 8).join('\n') };
}
