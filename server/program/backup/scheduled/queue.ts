import { sql } from 'kysely';
import type { Row } from '#server/api/graphql/types.ts';
import type { App } from '#server/platform/context.ts';
import type { BackupFault } from './fault.ts';

/** A claimed backup: to make if it runs, otherwise to prove. */
export type Job = Row<'backups'>;

type Parts = Pick<App, 'db'>;

/** Seconds after the last sign of life of its process, after which work counts as interrupted. */
const deadAfter = 60;
const mostAttempts = 3;

/** Adds the backup of a due moment, unless it exists. */
export async function addDue({ db }: Parts, due: Date): Promise<void> {
  await sql`
    insert into backups (kind, due_at) select 'scheduled', ${due}::timestamptz
    where not exists (select from backups where due_at = ${due}::timestamptz) on conflict do nothing`.execute(db);
}

/** Returns whether something waits, or belongs to a process without a sign of life. */
export async function hasWork({ db }: Parts): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from backups where status = 'waiting' or proof = 'waiting'
      or ((status = 'running' or proof = 'running')
        and alive_at < clock_timestamp() - make_interval(secs => ${deadAfter}))) as has`.execute(db);
  return rows[0]!.has;
}

/**
 * Returns work to the queue whose process gave no sign of life, and returns the affected rows. A scheduled backup is tried again,
 * one on request has failed.
 */
export async function reap({ db }: Parts): Promise<Job[]> {
  const { rows } = await sql<Job>`
    update backups set node = null,
      status = case when status <> 'running' then status
        when kind = 'scheduled' and attempts < ${mostAttempts} then 'waiting' else 'failed' end,
      error = case when status = 'running' then 'interrupted' else error end,
      ended_at = case when status = 'running' then clock_timestamp() else ended_at end,
      proof = case when status = 'running' then proof when attempts < ${mostAttempts} then 'waiting' else 'failed' end,
      proof_error = case when status = 'running' then proof_error else 'interrupted' end
    where (status = 'running' or proof = 'running')
      and alive_at < clock_timestamp() - make_interval(secs => ${deadAfter}) returning *`.execute(db);
  return rows;
}

/** Claims the next work for a process; null without any, or while other work runs. */
export async function claimBackup({ db }: Parts, node: string): Promise<Job | null> {
  const { rows } = await sql<Job>`
    update backups set node = ${node}, alive_at = clock_timestamp(), attempts = attempts + 1, progress = 0,
      status = case when status = 'waiting' then 'running' else status end,
      started_at = case when status = 'waiting' then clock_timestamp() else started_at end,
      proof = case when status = 'waiting' then proof else 'running' end
    where id = (select id from backups where status = 'waiting' or proof = 'waiting'
        order by status = 'waiting' desc, id limit 1 for update skip locked)
      and not exists (select from backups where status = 'running' or proof = 'running')
    returning *`
    .execute(db)
    .catch((error: { code?: string }) => {
      if (error.code === '23505') return { rows: [] }; // another process was faster
      throw error;
    });
  return rows[0] ?? null;
}

/** Records a sign of life with the progress. Returns false if the work no longer belongs to the process. */
export async function keepAlive({ db }: Parts, id: number, node: string, progress: number): Promise<boolean> {
  const result = await sql`
    update backups set alive_at = clock_timestamp(), progress = ${progress} where id = ${id} and node = ${node}
      and (status = 'running' or proof = 'running')`.execute(db);
  return result.numAffectedRows === 1n;
}

/** Records the name of the file before it is written, so that another process finds what a killed one leaves. */
export async function nameFile({ db }: Parts, { id }: Job, names: Pick<Job, 'folder' | 'file' | 'encryption'>) {
  await db.updateTable('backups').set(names).where('id', '=', id).execute();
}

interface Created {
  size: number;
  tables: number;
  rows: number;
  createdAt: string;
}

/** Records a complete backup. Its proof follows. */
export async function recordCreated({ db }: Parts, { id }: Job, created: Created): Promise<void> {
  await sql`
    update backups set status = 'done', proof = 'running', ended_at = clock_timestamp(), progress = 0, error = null,
      error_detail = null, size_bytes = ${created.size}, table_count = ${created.tables}, row_count = ${created.rows},
      started_at = least(${created.createdAt}::timestamptz, clock_timestamp()) where id = ${id}`.execute(db);
}

/** Records a proof. */
export async function recordProved({ db }: Parts, { id }: Job): Promise<void> {
  await sql`
    update backups set proof = 'proved', proved_at = clock_timestamp(), proof_error = null, proof_detail = null,
      progress = 100, node = null where id = ${id}`.execute(db);
}

/** Records a failure of the backup or its proof. */
export async function recordFailure({ db }: Parts, { id }: Job, { error, detail }: BackupFault): Promise<void> {
  await sql`
    update backups set node = null,
      proof = case when status = 'running' then null else 'failed' end,
      proof_error = case when status = 'running' then null else ${error}::text end,
      proof_detail = case when status = 'running' then null else ${detail}::text end,
      error = case when status = 'running' then ${error}::text else error end,
      error_detail = case when status = 'running' then ${detail}::text else error_detail end,
      ended_at = case when status = 'running' then clock_timestamp() else ended_at end,
      status = case when status = 'running' then 'failed' else status end
    where id = ${id}`.execute(db);
}

/** Returns the backups whose files should exist. */
export async function listStored({ db }: Parts): Promise<Job[]> {
  const { rows } = await sql<Job>`
    select * from backups where status = 'done' and deleted_at is null order by id desc`.execute(db);
  return rows;
}

/** Records that files are gone. */
export async function recordDeleted({ db }: Parts, ids: readonly number[]): Promise<void> {
  await sql`update backups set deleted_at = clock_timestamp() where id = any(${ids}::int[])`.execute(db);
}

/** Returns whether a recipient is due, so that a backup should wait. */
export async function isSending({ db }: Parts): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`select exists (select from due_messages(1)) as due`.execute(db);
  return rows[0]!.due;
}
