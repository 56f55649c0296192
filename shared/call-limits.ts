/** The limits of calls to numbers with a prefix; an empty one is for all. */
export interface CallLimit {
  prefix: string;
  /** Calls at once. */
  most: number;
  /** New calls per second; null: any number. */
  perSecond: number | null;
}

/** What bounds the calls of a channel. */
export interface CallTrunk {
  /** Those of the trunk have no prefix. */
  limits: readonly CallLimit[];
  /** Calls per person at most. */
  calls: number;
  /** Seconds between two calls to a person. */
  pause: number;
  /** Seconds that a telephone rings at most. */
  ring: number;
}

/** Reads a line of limits: prefix, calls at once and, if written, new calls per second; null if invalid. */
export function limitLine(line: string): CallLimit | null {
  const match = /^\s*(\+\d{1,14})[\s:=]+(\d{1,3})(?:\s+(\d{1,2}(?:[.,]\d)?))?\s*$/.exec(line);
  if (!match) return null;
  const perSecond = match[3] === undefined ? null : Number(match[3].replace(',', '.'));
  const most = Number(match[2]);
  return most >= 1 && (perSecond === null || perSecond > 0) ? { prefix: match[1]!, most, perSecond } : null;
}

/** Returns the first line that is no limit, with its number from 1; null if there is none. */
export function badLimitLine(text: string): { number: number; line: string } | null {
  const lines = text.split(/\r?\n/).map((line, at) => ({ number: at + 1, line: line.trim() }));
  return lines.find(({ line }) => line.split(';').some((part) => part.trim() && !limitLine(part))) ?? null;
}
