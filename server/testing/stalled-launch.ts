import { sql } from 'kysely';
import type { Db } from '#server/database/connect.ts';
import { until } from './until.ts';

const stalled = 4999;

const places = {
  recipients: sql`create or replace trigger test_stall before insert on message_recipients`,
  commit: sql`create constraint trigger test_stall after update of launched_at on messages initially deferred`,
};

/**
 * Does something while a launch in the report stands in the middle of its recipients, as one to a whole town does for long, or
 * before its commit.
 */
export async function whileLaunching(
  db: Db,
  reportId: number,
  launch: () => Promise<unknown>,
  meanwhile: () => Promise<unknown>,
  place: keyof typeof places = 'recipients',
): Promise<void> {
  await sql`
    create or replace function test_stall() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock_shared(${sql.lit(stalled)}, new.report_id); return new; end $$`.execute(db);
  await sql`${places[place]} for each row execute function test_stall()`.execute(db);
  let launched: Promise<unknown> | undefined;
  try {
    await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${stalled}, ${reportId})`.execute(tx);
      launched = launch();
      launched.catch(() => {});
      await until(async () => {
        const { rows } = await sql`
          select 1 from pg_locks where locktype = 'advisory' and classid = ${stalled} and objid = ${reportId}
            and not granted`.execute(tx);
        return rows.length > 0;
      });
      await meanwhile();
    });
    await launched;
  } finally {
    await sql`drop function test_stall() cascade`.execute(db);
  }
}
