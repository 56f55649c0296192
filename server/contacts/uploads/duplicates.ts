import { type Match, nameKey } from './match.ts';
import type { ReadRow, RowKeys } from './values/row.ts';

/** Remembers the people of the rows read so far. */
export interface Duplicates {
  /** An earlier row about the same person; null when there is none, and the row is remembered. */
  earlier(row: ReadRow, match: Match): EarlierRow | null;
}

/** An earlier row, and which key of the later one stands there, too; null when it was not by a key. */
export interface EarlierRow {
  line: number;
  by: keyof RowKeys | null;
}

type Key = readonly [kind: string, value: string | number, by?: keyof RowKeys];

/** Detects rows about the same person within a file; compares two rows like a row and a stored person. */
export function watchDuplicates(): Duplicates {
  const lines = new Map<string, Map<string | number, number>>();
  return {
    earlier(row, match) {
      for (const [kind, value, by = null] of soughtKeys(row, match)) {
        const line = lines.get(kind)?.get(value);
        if (line !== undefined) return { line, by };
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

/** Returns the keys under which later rows find this one: its own, and those for rows without a stronger key. */
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

/** Returns the keys to search; a shared key is irrelevant if a stronger one differs. */
function soughtKeys(row: ReadRow, match: Match): Key[] {
  const { externalId, email, mobile } = row.keys;
  if (!externalId && !email && !mobile) return [...personKey(match), ['name', nameKey(row)]];
  const keys: Key[] = [];
  if (externalId) keys.push(['external id', externalId, 'externalId']);
  if (email) keys.push([externalId ? 'email alone' : 'email', email, 'email']);
  if (mobile) {
    const kinds = externalId ? ['mobile alone', 'mobile without id'] : ['mobile without mail', 'mobile'];
    keys.push([kinds[email ? 0 : 1]!, mobile, 'mobile']);
  }
  // last, because a key in both rows is more certain
  return [...keys, ...personKey(match)];
}
