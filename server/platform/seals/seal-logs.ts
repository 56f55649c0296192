import { sql } from 'kysely';
import type { App } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { listChain, sealedChains } from './check.ts';
import { isSealSigned, type SealStatement, signed } from './seal.ts';

type Parts = Pick<App, 'db' | 'secrets' | 'log'>;

interface Grown {
  chain: string;
  eventId: number | null;
  /** Null, like its hash, if a sealed log has no entries any longer. */
  lastEntryId: number | null;
  entries: number;
  head: string | null;
  /** The previous seal, if any, matches the current entries, and newer ones continue it. */
  continues: boolean;
  sealedEntries: number | null;
  sealedHead: string | null;
  sealedAt: Date | null;
  signature: Buffer | null;
}

/**
 * Seals every log that has grown, and logs each seal, outside the database. A log without its sealed content keeps its
 * old seal, and `log_seal_broken` is logged each time.
 */
export async function sealLogs(app: Parts): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(4205)`.execute(tx); // two parallel runs would omit each other's additions
    const sealing = { ...app, db: tx };
    const sealed = await sealedChains(sealing);
    if (!sealed) return app.log.error({ event: 'log_seal_broken', chain: listChain });
    // logged as an error, because deleting all seals looks like this
    if (!sealed.size) app.log[(await areOld(tx)) ? 'error' : 'warn']({ event: 'log_seals_begin' });
    const chains = new Set(await stillThere(tx, sealed));
    for (const { chain, eventId, lastEntryId, entries, head, ...before } of await grown(tx)) {
      if (lastEntryId === null || head === null || isBroken(app, chain, before, sealed)) {
        app.log.error({ event: 'log_seal_broken', chain });
        continue;
      }
      await write({ ...app, db: tx }, { chain, entries, head }, { eventId, lastEntryId });
      chains.add(chain);
    }
    if (chains.size === sealed.size && [...chains].every((chain) => sealed.has(chain))) return;
    const list = { chain: listChain, entries: chains.size, head: [...chains].sort().join('\n') };
    await write(sealing, list, { eventId: null, lastEntryId: 0 });
  });
}

/** Returns whether entries precede the last two runs of this job; a new installation has none. */
async function areOld(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ old: boolean }>`
    select exists (select from audit_entries where at < now() - interval '1 hour')
      or exists (select from log_entries where at < now() - interval '1 hour') as old`.execute(tx);
  return rows[0]!.old;
}

/** Returns the chains whose log still exists. */
async function stillThere(tx: Tx, chains: ReadonlySet<string>): Promise<string[]> {
  const { rows } = await sql<{ chain: string }>`
    select chain from unnest(${[...chains]}::text[]) as named (chain)
    where chain = 'audit' or exists (select from events where 'event ' || id = chain)`.execute(tx);
  return rows.map(({ chain }) => chain);
}

function isBroken(
  { secrets }: Parts,
  chain: string,
  {
    continues,
    sealedEntries,
    sealedHead,
    sealedAt,
    signature,
  }: Omit<Grown, 'chain' | 'eventId' | 'lastEntryId' | 'entries' | 'head'>,
  sealed: ReadonlySet<string>,
): boolean {
  if (signature === null || sealedEntries === null || sealedHead === null || sealedAt === null)
    return sealed.has(chain);
  const before = { chain, entries: sealedEntries, head: sealedHead, at: sealedAt };
  return !continues || !isSealSigned(secrets.seal, before, signature);
}

async function write(
  { db, secrets, log }: Omit<Parts, 'db'> & { db: Tx },
  statement: Omit<SealStatement, 'at'>,
  where: { eventId: number | null; lastEntryId: number },
): Promise<void> {
  const { chain, entries, head } = statement;
  const at = new Date();
  const signature = signed(secrets.seal, { ...statement, at });
  const values = { ...statement, ...where, at, signature };
  await db
    .insertInto('logSeals')
    .values({ ...values, firstEntries: entries, firstAt: at })
    .onConflict((conflict) => conflict.column('chain').doUpdateSet(values))
    .execute();
  const told = chain === listChain ? {} : { head };
  log.info({ event: 'log_sealed', chain, entries, ...told, at, signature: signature.toString('base64') });
}

async function grown(tx: Tx): Promise<Grown[]> {
  const { rows } = await sql<Grown>`
    select chains.chain, chains.event_id, last.id as last_entry_id, last.hash as head,
      (coalesce(s.entries, 0) + newer.entries)::int as entries,
      coalesce(kept.hash = s.head and newer.continues, false) as continues,
      s.entries as sealed_entries, s.head as sealed_head, s.at as sealed_at, s.signature
    from (select 'audit' as chain, null::int as event_id union all select 'event ' || id, id from events) chains
    left join log_seals s on s.chain = chains.chain
    left join lateral (
      (select id, hash from log_entries where event_id = chains.event_id order by id desc limit 1)
      union all
      (select id, hash from audit_entries where chains.event_id is null order by id desc limit 1)) last on true
    left join lateral (
      select hash from log_entries where event_id = chains.event_id and id = s.last_entry_id
      union all
      select hash from audit_entries where chains.event_id is null and id = s.last_entry_id) kept on true
    cross join lateral (
      select count(*) as entries, coalesce(bool_or(previous_hash = s.head), false) as continues from (
        select previous_hash from log_entries where event_id = chains.event_id and id > coalesce(s.last_entry_id, 0)
        union all
        select previous_hash from audit_entries where chains.event_id is null and id > coalesce(s.last_entry_id, 0)) x
      ) newer
    where case when s.chain is null then last.id is not null
      else last.id is distinct from s.last_entry_id or kept.hash is distinct from s.head end
    order by chains.event_id nulls first`.execute(tx);
  return rows;
}
