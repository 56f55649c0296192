import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';

const lock = 4206;

/** The states of an upload in background work. */
export const underWay = ['running', 'undoing'] as const;

/** Works exclusively; refused while another upload is processed or waiting. */
export function exclusively<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${lock}) as held`.execute(tx);
    if (!rows[0]!.held) throw new Refusal('error_upload_running');
    const running = await tx.selectFrom('uploads').select('id').where('status', 'in', underWay).executeTakeFirst();
    if (running) throw new Refusal('error_upload_running');
    return work(tx);
  });
}

/** Works exclusively after others. */
export function afterOtherUploads<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${lock})`.execute(tx);
    return work(tx);
  });
}

/** Prepares for many rows: bulk search indexes, and index reads of growing tables. */
export async function forManyRows(tx: Tx): Promise<void> {
  await sql`set local work_mem = '64MB'`.execute(tx);
  await sql`set local enable_seqscan = off`.execute(tx);
  await sql`set local jit = off`.execute(tx);
}
