import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { readNumber } from '#server/platform/settings/settings.ts';

const usualDays = 90;
const portion = 10_000;

/** Deletes entries older than `security_log_days`, some at a time. */
export async function forgetSecurityEntries(db: Db): Promise<void> {
  const days = await readNumber(db, 'security_log_days', usualDays);
  for (;;) {
    const { rows } = await sql`
      delete from security_entries where id in (
        select id from security_entries where at < now() - make_interval(days => ${days}::int)
          and at < now() - interval '30 days'
        order by at limit ${portion}) returning id`.execute(db);
    if (rows.length < portion) return;
  }
}
