import { sql } from 'kysely';
import type { App } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { isSigned } from './seal.ts';

/** Where the seals are, and the key that they are made with. */
export type Sealing = Pick<App, 'secrets'> & { db: Db | Tx };

/** What a log's entries and its seal say of each other; a log that was never sealed has no signature. */
export interface Checked {
  /** Every entry fits its hash and continues the one before. */
  fits: boolean;
  /** How many entries there are. */
  total: number;
  entries: number | null;
  head: string | null;
  at: Date | null;
  signature: Buffer | null;
  firstEntries: number | null;
  firstAt: Date | null;
  /** The entry that the seal names is there, at that place, with that hash. */
  stands: boolean;
}

/** What is known of a log: `INTACT` as far as it is sealed, `UNSEALED` without any seal, `BROKEN` if something was changed. */
type SealState = 'INTACT' | 'UNSEALED' | 'BROKEN';

/** What a check of a log found. */
export interface SealReport {
  state: SealState;
  /** False if it is broken, or if all seals of an installation that is not new are missing. */
  isIntact: boolean;
  entries: number;
  /** Entries from the first on that the newest seal covers; those after it could still be changed without a trace. */
  sealedEntries: number;
  sealedAt: Date | null;
  /** Entries that were there before the log was sealed first: they could have been changed until then. */
  entriesBeforeFirstSeal: number;
  firstSealedAt: Date | null;
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

/** What is sealed in this installation. */
interface SealedChains {
  /** The chains that have a seal; null when the list is not what was sealed. */
  chains: ReadonlySet<string> | null;
  /** Nothing is sealed although the installation is older than an hour: seals are made every ten minutes. */
  isMissing: boolean;
}

/** Reads what is sealed; read it before what is checked. */
export async function readSealed(sealing: Sealing): Promise<SealedChains> {
  const chains = await sealedChains(sealing);
  if (chains?.size !== 0) return { chains, isMissing: false };
  const { rows } = await sql<{ old: boolean }>`
    select exists (select from audit_entries where at < now() - interval '1 hour') as old`.execute(sealing.db);
  return { chains, isMissing: rows[0]!.old };
}

/**
 * Judges a log by its entries and its seal. Whoever has the database alone can write a chain anew from its beginning, but cannot
 * sign where it ends.
 */
export function judge(
  sealing: Sealing,
  chain: string,
  checked: Checked,
  { chains, isMissing }: SealedChains,
): SealReport {
  const state = stateOf(sealing, chain, checked, chains);
  return {
    state,
    isIntact: state === 'INTACT' || (state === 'UNSEALED' && !isMissing),
    entries: checked.total,
    sealedEntries: state === 'INTACT' ? checked.entries! : 0,
    sealedAt: state === 'INTACT' ? checked.at : null,
    entriesBeforeFirstSeal: state === 'INTACT' ? (checked.firstEntries ?? 0) : checked.total,
    firstSealedAt: state === 'INTACT' ? checked.firstAt : null,
  };
}

function stateOf(
  { secrets }: Sealing,
  chain: string,
  { fits, stands, entries, head, at, signature }: Checked,
  chains: ReadonlySet<string> | null,
): SealState {
  if (!fits || !chains) return 'BROKEN';
  if (signature === null || entries === null || head === null || at === null)
    return chains.has(chain) ? 'BROKEN' : 'UNSEALED';
  return stands && isSigned(secrets.seal, { chain, entries, head, at }, signature) ? 'INTACT' : 'BROKEN';
}
