import { type Logger, pino } from 'pino';

export type { Logger };

/** The program's log: JSON lines of event name and ids, never addresses, names, texts or tokens. */
export function createLog(level: string): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}
