import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/connect.ts';

/** Returns whether a text is a valid identifier. */
export const isIdentifier = (text: string): boolean => /^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$/.test(text);

const letters: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/** Derives an identifier, such as brand_rauch. */
export async function identifierFrom(tx: Tx, table: string, name: string): Promise<string> {
  const plain = name
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => letters[letter]!)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60);
  const wanted = plain || 'entry';
  const { rows } = await sql<{ identifier: string }>`
    select identifier from ${sql.table(table)} where starts_with(identifier, ${wanted})`.execute(tx);
  const taken = new Set(rows.map(({ identifier }) => identifier));
  let free = wanted;
  for (let number = 2; taken.has(free); number++) free = `${wanted}_${number}`;
  return free;
}
