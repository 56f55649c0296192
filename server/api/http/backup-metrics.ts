import { sql } from 'kysely';
import type { App } from '#server/platform/context.ts';

interface BackupFigures {
  scheduled: boolean;
  failed: boolean;
  age: number | null;
  provedAge: number | null;
  size: number | null;
  duration: number | null;
}

/** Measures the backups that the program makes, with one statement for each request. */
export function measureBackups(
  { db }: App,
  gauge: (name: string, help: string, read: () => Promise<number>) => void,
): void {
  let asked: Promise<BackupFigures> | null = null;
  const add = (name: string, help: string, of: (figures: BackupFigures) => number | boolean | null) =>
    gauge(name, help, async () => {
      asked ??= readFigures(db).finally(() => {
        asked = null;
      });
      return Number(of(await asked) ?? Number.NaN);
    });
  const since = 'If there is none, time since the schedule was switched on; NaN without a schedule.';
  add('backup_scheduled', '1 if the program makes a backup every day, otherwise 0.', ({ scheduled }) => scheduled);
  add('backup_failed', '1 if the last backup or its proof failed, otherwise 0.', ({ failed }) => failed);
  add('backup_age_seconds', `Time since the snapshot of the newest backup. ${since}`, ({ age }) => age);
  add('backup_proved_age_seconds', `Time since a backup was last proved. ${since}`, ({ provedAge }) => provedAge);
  add('backup_size_bytes', 'Size of the newest backup. NaN without one.', ({ size }) => size);
  add(
    'backup_duration_seconds',
    'Duration of the newest backup, without its proof. NaN without one.',
    ({ duration }) => duration,
  );
}

async function readFigures(db: App['db']): Promise<BackupFigures> {
  const { rows } = await sql<BackupFigures>`
    with newest as (select * from backups where status = 'done' order by id desc limit 1),
    last as (select * from backups where status in ('done', 'failed') order by coalesce(ended_at, inserted_at) desc limit 1)
    select s.is_active as scheduled,
      coalesce((select status = 'failed' or proof = 'failed' from last), false) as failed,
      extract(epoch from clock_timestamp() - coalesce((select started_at from newest),
        case when s.is_active then s.active_since end))::float8 as age,
      extract(epoch from clock_timestamp() - coalesce((select max(proved_at) from backups),
        case when s.is_active then s.active_since end))::float8 as proved_age,
      (select size_bytes from newest) as size,
      (select extract(epoch from ended_at - started_at)::float8 from newest) as duration
    from backup_settings s`.execute(db);
  return rows[0]!;
}
