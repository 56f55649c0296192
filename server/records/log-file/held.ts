import { hash } from 'node:crypto';

/**
 * The hashed content, formatted by PostgreSQL: times in seconds with six decimals, `data` as JSON. `corrects`: the
 * corrected entry's hash.
 */
export interface Held {
  eventId: number;
  at: string;
  by: number | null;
  kind: string;
  text: string | null;
  data: string | null;
  happenedAt: string | null;
  corrects: string | null;
}

/** Returns the text to hash, as `log_hash` in the database (docs/log-file.md). */
export function contentOf({ eventId, at, by, kind, text, data, happenedAt, corrects }: Held): string {
  const always = [String(eventId), quoted(at), by === null ? 'null' : String(by), quoted(kind), quoted(text)];
  const added = happenedAt === null && corrects === null ? [] : [quoted(happenedAt), quoted(corrects)];
  return `[${[...always, data ?? 'null', ...added].join(', ')}]`;
}

/** Parses a content; null if it is invalid. */
export function parseContent(content: string): Held | null {
  try {
    const [eventId, at, by, kind, text, data, happenedAt = null, corrects = null]: unknown[] = JSON.parse(content);
    const isText = (value: unknown) => value === null || typeof value === 'string';
    if (typeof eventId !== 'number' || typeof at !== 'string' || typeof kind !== 'string') return null;
    if (![text, happenedAt, corrects].every(isText)) return null;
    const held = {
      eventId,
      at,
      by,
      kind,
      text,
      data: data === null ? null : JSON.stringify(data),
      happenedAt,
      corrects,
    };
    return held as Held;
  } catch {
    return null;
  }
}

/** Returns an entry's hash from the previous one. */
export const hashOf = (previous: string, content: string): string => sha256Hex(previous + content);

/** Returns the SHA-256 of a text in UTF-8, in hexadecimal. */
export const sha256Hex = (text: string): string => hash('sha256', text);

/** Converts seconds since 1970 to a Date. */
export const dateOf = (seconds: string): Date => new Date(Math.floor(Number(seconds) * 1000 + 0.0005));

const quoted = (text: string | null) => (text === null ? 'null' : JSON.stringify(text));
