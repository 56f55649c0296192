import { sql } from 'kysely';
import type { Row } from '#server/api/graphql/types.ts';
import type { App } from '#server/platform/context.ts';
import type { BackupFault } from './fault.ts';

/** A claimed backup: to make if it runs, otherwise to prove. */
export type Job = Row<'backups'>;

type Parts = Pick<App, 'db'>;

/** Seconds without a sign of life until work counts as interrupted. */
const deadAfter = 60;
const mostAttempts = 3;

/** Adds the backup of a due moment, unless it exists. */
export async function addDue({ db }: Parts, due: Date): Promise<void> {
  await sql`
    insert into backups (kind, due_at) select 'scheduled', ${due}::timestamptz
    where not exists (select from backups where due_at = ${due}::timestamptz) on conflict do nothing`.execute(db);
}

/** Returns whether work waits or was abandoned. */
export async function hasWork({ db }: Parts): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from backups where status = 'waiting' or proof = 'waiting'
      or ((status = 'running' or proof = 'running')
        and alive_at < clock_timestamp() - make_interval(secs => ${deadAfter}))) as has`.execute(db);
  return rows[0]!.has;
}

/** Returns the work whose process gives no sign of life. */
export async function findInterrupted({ db }: Parts): Promise<Job[]> {
  const { rows } = await sql<Job>`
    select * from backups where (status = 'running' or proof = 'running')
      and alive_at < clock_timestamp() - make_interval(secs => ${deadAfter})`.execute(db);
  return rows;
}

/**
 * Ends interrupted work. A complete backup (`size`) is proved. Otherwise a scheduled one is retried, unless another
 * waits, and a requested one has failed.
 */
export async function failInterrupted({ db }: Parts, job: Job, size: number | null): Promise<void> {
  const wasRunning = job.status === 'running';
  const mayProve = job.encryption !== 'recipient' && job.attempts < mostAttempts;
  const proof = wasRunning && size === null ? null : mayProve ? 'waiting' : 'failed';
  await sql`
    update backups set node = null, proof = ${proof}::text,
      proof_error = ${proof === 'failed' ? 'interrupted' : null}::text,
      status = case when ${!wasRunning} then status when ${size}::bigint is not null then 'done'
        when kind = 'scheduled' and attempts < ${mostAttempts}
          and not exists (select from backups where status = 'waiting') then 'waiting' else 'failed' end,
      size_bytes = coalesce(${size}::bigint, size_bytes),
      error = case when ${wasRunning && size === null} then 'interrupted' else error end,
      ended_at = case when ${!wasRunning} then ended_at when ${size}::bigint is not null then alive_at
        else clock_timestamp() end
    where id = ${job.id} and node is not distinct from ${job.node} and (status = 'running' or proof = 'running')
      and alive_at < clock_timestamp() - make_interval(secs => ${deadAfter})`.execute(db);
}

/** Claims the next work; null during other work. */
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

/** Records a sign of life. Returns false if the work was taken over. */
export async function keepAlive({ db }: Parts, id: number, node: string, progress: number): Promise<boolean> {
  const result = await sql`
    update backups set alive_at = clock_timestamp(), progress = ${progress} where id = ${id} and node = ${node}
      and (status = 'running' or proof = 'running')`.execute(db);
  return result.numAffectedRows === 1n;
}

/** Returns whether the work is still claimed by its process. */
export async function isOwn({ db }: Parts, { id, node }: Job): Promise<boolean> {
  const { rows } = await sql`select from backups where id = ${id} and node = ${node}`.execute(db);
  return rows.length === 1;
}

/** Another process took over after silence. */
export class TakenOver extends Error {}

function refuseOthers({ numAffectedRows }: { numAffectedRows?: bigint | undefined }): void {
  if (numAffectedRows !== 1n) throw new TakenOver('another process took the backup over');
}

/** Records the file's name first, for another process. */
export async function nameFile({ db }: Parts, { id, node }: Job, names: Pick<Job, 'folder' | 'file' | 'encryption'>) {
  const { folder, file, encryption } = names;
  const result = await sql`
    update backups set folder = ${folder}, file = ${file}, encryption = ${encryption}
    where id = ${id} and node = ${node}`.execute(db);
  refuseOthers(result);
}

interface Created {
  size: number;
  tables: number;
  rows: number;
  createdAt: string;
}

/** Records a complete backup. Its proof follows. Raises TakenOver. */
export async function recordCreated({ db }: Parts, { id, node }: Job, created: Created): Promise<void> {
  const result = await sql`
    update backups set status = 'done', proof = 'running', ended_at = clock_timestamp(), progress = 0, error = null,
      error_detail = null, size_bytes = ${created.size}, table_count = ${created.tables}, row_count = ${created.rows},
      started_at = least(${created.createdAt}::timestamptz, clock_timestamp())
    where id = ${id} and node = ${node}`.execute(db);
  refuseOthers(result);
}

/** Records a proof. Raises TakenOver. */
export async function recordProved({ db }: Parts, { id, node }: Job): Promise<void> {
  const result = await sql`
    update backups set proof = 'proved', proved_at = clock_timestamp(), proof_error = null, proof_detail = null,
      progress = 100, node = null where id = ${id} and node = ${node}`.execute(db);
  refuseOthers(result);
}

/** Records a failure of the backup or its proof. Raises TakenOver. */
export async function recordFailure({ db }: Parts, { id, node }: Job, fault: BackupFault): Promise<void> {
  const { error, detail } = fault;
  const result = await sql`
    update backups set node = null,
      proof = case when status = 'running' then null else 'failed' end,
      proof_error = case when status = 'running' then null else ${error}::text end,
      proof_detail = case when status = 'running' then null else ${detail}::text end,
      error = case when status = 'running' then ${error}::text else error end,
      error_detail = case when status = 'running' then ${detail}::text else error_detail end,
      ended_at = case when status = 'running' then clock_timestamp() else ended_at end,
      status = case when status = 'running' then 'failed' else status end
    where id = ${id} and node = ${node}`.execute(db);
  refuseOthers(result);
}

/** Returns complete backups in a folder, newest first. */
export async function listIn({ db }: Parts, folder: string): Promise<Job[]> {
  const { rows } = await sql<Job>`
    select * from backups where status = 'done' and folder = ${folder} and file is not null and started_at is not null
    order by id desc`.execute(db);
  return rows;
}

/** Returns the number of rows of the newest backup; 0 without one. */
export async function lastRowCount({ db }: Parts): Promise<number> {
  const { rows } = await sql<{ rows: number | null }>`
    select row_count::float8 as rows from backups where status = 'done' order by id desc limit 1`.execute(db);
  return rows[0]?.rows ?? 0;
}

/** Records which files exist. */
export async function recordFiles({ db }: Parts, missing: readonly number[], found: readonly number[]): Promise<void> {
  await sql`
    update backups set deleted_at = case when id = any(${found}::int[]) then null else clock_timestamp() end
    where (id = any(${missing}::int[]) and deleted_at is null) or (id = any(${found}::int[]) and deleted_at is not null)`.execute(
    db,
  );
}

/** Returns whether a recipient is due. */
export async function isSending({ db }: Parts): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`select exists (select from due_messages(1)) as due`.execute(db);
  return rows[0]!.due;
}
