import { sql } from 'kysely';
import type { App } from '#server/context.ts';
import type { Db, Tx } from '#server/database/connect.ts';
import { isSigned } from './seal.ts';

/** Where the seals are, and the key that they are made with. */
export type Sealing = Pick<App, 'secrets'> & { db: Db | Tx };

/** What a log's entries and its seal say of each other; a log that was never sealed has no signature. */
export interface Checked {
  /** Every entry fits its hash and continues the one before. */
  fits: boolean;
  entries: number | null;
  head: string | null;
  at: Date | null;
  signature: Buffer | null;
  /** The entry that the seal names is there, at that place, with that hash. */
  stands: boolean;
}

/** The chain that the list of all sealed chains is sealed as: a seal that is taken away is missed. */
export const listChain = 'seals';

/** The chains that have a seal, as the sealed list says; null when the list itself is not what was sealed. */
export async function sealedChains({ db, secrets }: Sealing): Promise<ReadonlySet<string> | null> {
  const { rows } = await sql<{ chain: string; entries: number; head: string; at: Date; signature: Buffer }>`
    select chain, entries, head, at, signature from log_seals order by chain = ${listChain} desc limit 1`.execute(db);
  const [list] = rows;
  if (!list) return new Set(); // nothing was ever sealed
  const { signature, ...statement } = list;
  if (list.chain !== listChain || !isSigned(secrets.seal, statement, signature)) return null;
  return new Set(list.head.split('\n'));
}

/**
 * Whether a log is whole, and its seal of this installation's key is true of it. Whoever has the database alone can write a
 * chain anew from its beginning, but cannot sign where it ends (who deletes all seals shows in the program's log). `sealed` is read before what was checked.
 */
export function isWhole(
  { secrets }: Sealing,
  chain: string,
  { fits, stands, entries, head, at, signature }: Checked,
  sealed: ReadonlySet<string> | null,
): boolean {
  if (!fits || !sealed) return false;
  if (signature === null || entries === null || head === null || at === null) return !sealed.has(chain);
  return stands && isSigned(secrets.seal, { chain, entries, head, at }, signature);
}
