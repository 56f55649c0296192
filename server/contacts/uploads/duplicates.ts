import { type Match, nameKey } from './match.ts';
import type { ReadRow, RowKeys } from './values/row.ts';

/** Remembers the people of the rows read so far. */
export interface Duplicates {
  /** Null without one; the row is remembered. */
  earlier(row: ReadRow, match: Match): EarlierRow | null;
}

/** With the shared key; null without. */
export interface EarlierRow {
  line: number;
  by: keyof RowKeys | null;
}

type Key = readonly [kind: string, value: string | number, by?: keyof RowKeys];

/** Detects a file's rows about one person. */
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

/** Returns keys for later rows: own ones, and those for weaker rows. */
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

/** Returns keys to search; a stronger different one wins. */
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
  // last, because shared keys are more certain
  return [...keys, ...personKey(match)];
}
