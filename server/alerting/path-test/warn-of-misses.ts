import { type RawBuilder, sql } from 'kysely';
import { isPathFailing, pathClock } from '#server/api/http/path-failing.ts';
import { findHolders } from '#server/channels/system-mails/holders.ts';
import { sendSystemMail } from '#server/channels/system-mails/send.ts';
import type { App } from '#server/platform/context.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';

/** Notifies administrators once when two synthetic alarms in a row failed. */
export async function warnOfMisses(app: Pick<App, 'db' | 'jobs'>, at: RawBuilder<Date> = pathClock): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const { rows } = await sql`
      update path_tests t set mailed_at = clock_timestamp()
      where t.slot = (select max(slot) from path_tests where slot <= ${at}::timestamptz) and t.mailed_at is null
        and ${isPathFailing(at)} and not exists (
          select from path_tests m where m.mailed_at is not null and m.slot > coalesce((
            select max(g.slot) from path_tests g where g.ended_at is not null and g.failure is null), '-infinity'))
      returning t.slot`.execute(tx);
    if (!rows.length) return;
    const mails = (await findHolders(tx, 'manage_system_setup')).map(({ id, language }) => ({
      identifier: 'path_failing' as const,
      to: id,
      language,
      page: '/administration/channels',
    }));
    await sendSystemMail(app, tx, ...mails);
  });
}
