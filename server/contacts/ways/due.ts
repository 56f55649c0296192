import { sql } from 'kysely';
import type { App } from '#server/platform/context.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { findHold } from '#server/platform/installation/held.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { eventRuns, insertChecks, linkDays } from './insert-checks.ts';
import { isDaytime, type LocalTime, localTime } from './local-time.ts';
import { readSigns } from './read-signs.ts';

/**
 * Reads signs of life. By day without a running event, also asks the crisis team and starts the monthly self-test, if
 * wanted.
 */
export async function checkWays(app: App, time?: LocalTime): Promise<void> {
  await readSigns(app.db);
  if ((await findHold(app.db)) || (await eventRuns(app.db))) return;
  const set = await readSettings(app.db, 'crisis_confirmations', 'self_test_day');
  const now = time ?? (await localTime(app.db));
  if (!isDaytime(now)) return;
  await sendWaiting(app);
  const testDay = Number(set.self_test_day ?? 0);
  const { month } = now;
  if (testDay > 0 && now.day >= testDay)
    await inTransaction(app.db, (tx) => insertChecks(app, tx, { kind: 'test', month }));
  if (set.crisis_confirmations === 'true') await inTransaction(app.db, (tx) => insertChecks(app, tx, { kind: 'due' }));
}

/** Retries requests held back by an event, a hold or the evening; ends old ones. */
async function sendWaiting(app: App): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    await sql`
      update way_checks set failure = 'deadline' where sent_at is null and failure is null
        and expires_at < clock_timestamp()`.execute(tx);
    const { rows } = await sql<{ id: number }>`
      select id from way_checks where sent_at is null and failure is null and expires_at > clock_timestamp()
        and asked_at < clock_timestamp() - interval '30 minutes'
        and asked_at > clock_timestamp() - make_interval(days => ${linkDays})
        and not exists (select from pgboss.job j where j.name = 'way_check' and j.state < 'completed'
          and (j.data ->> 'check')::int = way_checks.id)
      order by id limit 1000`.execute(tx);
    if (rows.length) await app.jobs.enqueue(tx, 'way_check', ...rows.map(({ id }) => ({ check: id })));
  });
}
