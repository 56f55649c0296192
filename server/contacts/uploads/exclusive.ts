import { sql } from 'kysely';
import type { Db, Tx } from '../../database/connect.ts';
import { Refusal } from '../../errors.ts';

const lock = 4206;

/** Works on an upload while no other process does; refused when one does or an upload waits to be applied. */
export function exclusively<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${lock}) as held`.execute(tx);
    if (!rows[0]!.held) throw new Refusal('error_upload_running');
    const running = await tx.selectFrom('uploads').select('id').where('status', '=', 'running').executeTakeFirst();
    if (running) throw new Refusal('error_upload_running');
    return work(tx);
  });
}

/** Works on an upload as soon as no other process does. */
export function inTurn<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${lock})`.execute(tx);
    return work(tx);
  });
}
