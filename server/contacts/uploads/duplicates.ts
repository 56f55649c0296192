import { type Match, nameKey } from './match.ts';
import type { ReadRow } from './values/row.ts';

/** Remembers the people of the rows read so far. */
export interface Duplicates {
  /** The line of an earlier row about the same person; null when there is none, and the row is remembered. */
  earlierLine(row: ReadRow, match: Match): number | null;
}

/** A kind of key, and a value of it. */
type Key = readonly [string, string | number];

/** Watches for rows about the same person within a file; two rows are compared as a row and a stored person are. */
export function watchDuplicates(): Duplicates {
  const lines = new Map<string, Map<string | number, number>>();
  return {
    earlierLine(row, match) {
      for (const [kind, value] of soughtKeys(row, match)) {
        const line = lines.get(kind)?.get(value);
        if (line !== undefined) return line;
      }
      for (const [kind, value] of storedKeys(row, match)) {
        const known = lines.get(kind) ?? new Map<string | number, number>();
        lines.set(kind, known);
        if (!known.has(value)) known.set(value, row.line);
      }
      return null;
    },
  };
}

const personKey = (match: Match): Key[] => (match && 'id' in match ? [['person', match.id]] : []);

/** Under these a row is found later: by itself, and among those that lack a stronger key. */
function storedKeys(row: ReadRow, match: Match): Key[] {
  const { externalId, email, mobile } = row.keys;
  if (!externalId && !email && !mobile) return [...personKey(match), ['name', nameKey(row)]];
  const keys: Key[] = personKey(match);
  if (externalId) keys.push(['external id', externalId]);
  if (email) keys.push(['email', email]);
  if (email && !externalId) keys.push(['email alone', email]);
  if (!mobile) return keys;
  keys.push(['mobile', mobile]);
  if (!externalId) keys.push(['mobile without id', mobile]);
  if (!email) keys.push(['mobile without mail', mobile]);
  if (!externalId && !email) keys.push(['mobile alone', mobile]);
  return keys;
}

/** A key that two rows share says nothing when a stronger one of theirs differs. */
function soughtKeys(row: ReadRow, match: Match): Key[] {
  const { externalId, email, mobile } = row.keys;
  if (!externalId && !email && !mobile) return [...personKey(match), ['name', nameKey(row)]];
  const keys: Key[] = personKey(match);
  if (externalId) keys.push(['external id', externalId]);
  if (email) keys.push([externalId ? 'email alone' : 'email', email]);
  if (!mobile) return keys;
  if (externalId) keys.push([email ? 'mobile alone' : 'mobile without id', mobile]);
  else keys.push([email ? 'mobile without mail' : 'mobile', mobile]);
  return keys;
}
