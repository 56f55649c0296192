import { type Match, nameKey } from './match.ts';
import type { ReadRow } from './read-row.ts';

/** Remembers the people of the rows read so far. */
export interface Duplicates {
  /** The line of an earlier row about the same person; null when there is none, and the row is remembered. */
  earlierLine(row: ReadRow, match: Match): number | null;
}

/** Watches for rows about the same person within a file; two rows are compared as a row and a stored person are. */
export function watchDuplicates(): Duplicates {
  const lines = new Map<string, number>();
  return {
    earlierLine(row, match) {
      for (const key of soughtKeys(row, match)) {
        const line = lines.get(key);
        if (line !== undefined) return line;
      }
      for (const key of storedKeys(row, match)) if (!lines.has(key)) lines.set(key, row.line);
      return null;
    },
  };
}

const personKey = (match: Match): string[] => (match && 'id' in match ? [`id ${match.id}`] : []);

/** Under these a row is found later: by itself, and among those that lack a stronger key. */
function storedKeys(row: ReadRow, match: Match): string[] {
  const { externalId, email, mobile } = row.keys;
  if (!externalId && !email && !mobile) return [...personKey(match), `name ${nameKey(row)}`];
  return [
    ...personKey(match),
    ...(externalId ? [`external ${externalId}`] : []),
    ...(email ? [`email ${email}`, ...(externalId ? [] : [`email alone ${email}`])] : []),
    ...(mobile ? [`mobile ${mobile}`] : []),
    ...(mobile && !externalId ? [`mobile without id ${mobile}`] : []),
    ...(mobile && !email ? [`mobile without mail ${mobile}`] : []),
    ...(mobile && !externalId && !email ? [`mobile alone ${mobile}`] : []),
  ];
}

/** A key that two rows share says nothing when a stronger one of theirs differs. */
function soughtKeys(row: ReadRow, match: Match): string[] {
  const { externalId, email, mobile } = row.keys;
  if (!externalId && !email && !mobile) return [...personKey(match), `name ${nameKey(row)}`];
  const among = externalId ? (email ? 'alone' : 'without id') : email ? 'without mail' : '';
  return [
    ...personKey(match),
    ...(externalId ? [`external ${externalId}`] : []),
    ...(email ? [externalId ? `email alone ${email}` : `email ${email}`] : []),
    ...(mobile ? [`mobile ${among ? `${among} ` : ''}${mobile}`] : []),
  ];
}
