import { sql } from 'kysely';
import type { Row } from '#server/api/graphql/types.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { refuseWhileHeld } from '#server/platform/installation/held.ts';
import { publish } from '#server/platform/live/live.ts';
import { readBackupSettings } from './settings.ts';

/** A finished or requested backup. */
export type Backup = Row<'backups'>;

const longestList = 100;

/** Returns the newest backups with files. */
export async function listBackups(db: Db): Promise<Backup[]> {
  const { rows } = await sql<Backup>`
    select * from backups where deleted_at is null order by id desc limit ${longestList}`.execute(db);
  return rows;
}

/** Returns the last proof by a restore; null if never. */
export async function lastProved(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select max(proved_at) as at from backups`.execute(db);
  return rows[0]!.at;
}

/** Returns a backup whose file exists; refuses any other. */
export async function findBackup(db: Db | Tx, id: number): Promise<Backup> {
  const row = await db.selectFrom('backups').selectAll().where('id', '=', id).executeTakeFirst();
  if (row?.status !== 'done' || row.deletedAt) throw new Refusal('error_not_found');
  return row;
}

/** Requests a backup and its proof. Refuses a second one, and incomplete settings. */
export async function requestBackup(ctx: SignedIn): Promise<Backup> {
  return inTransaction(ctx.db, async (tx) => {
    await refuseWhileHeld(tx); // the worker rests
    const { folder, recipient, passphrase } = await readBackupSettings(tx);
    if (!folder || !(recipient || passphrase)) throw new Refusal('error_backup_settings');
    const { rows } = await sql<Backup>`
      insert into backups (kind, requested_by) select 'manual', ${ctx.viewer.id}
      where not exists (select from backups where status in ('waiting', 'running') or proof = 'running')
      on conflict do nothing returning *`.execute(tx);
    if (!rows[0]) throw new Refusal('error_backup_running');
    await publish(tx, { jobs: true });
    return rows[0];
  });
}

/** Requests a backup's proof. Refuses one encrypted to a public key. */
export async function requestProof(ctx: SignedIn, id: number): Promise<Backup> {
  return inTransaction(ctx.db, async (tx) => {
    await refuseWhileHeld(tx);
    const backup = await findBackup(tx, id);
    if (backup.encryption === 'recipient') throw new Refusal('error_backup_unreadable');
    const { rows } = await sql<Backup>`
      update backups set proof = 'waiting', proof_error = null, proof_detail = null, attempts = 0
      where id = ${id} and not exists (select from backups where status in ('waiting', 'running')
        or proof in ('waiting', 'running')) returning *`.execute(tx);
    if (!rows[0]) throw new Refusal('error_backup_running');
    await publish(tx, { jobs: true });
    return rows[0];
  });
}
