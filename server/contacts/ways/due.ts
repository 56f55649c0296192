import { sql } from 'kysely';
import type { App } from '#server/platform/context.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { findHold } from '#server/platform/installation/held.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { eventRuns, insertChecks, linkDays } from './insert-checks.ts';
import { readSigns } from './read-signs.ts';

/** The hours of the day, in the organisation's time zone, at which requests leave by themselves. */
const hours = { from: 9, until: 18 };

/** The local day that decides whether requests are due. */
interface LocalTime {
  day: number;
  hour: number;
  /** The first day of the month. */
  month: string;
}

/**
 * Reads new signs of life. During the day, while no event runs, it also asks members of the crisis team to confirm their ways and
 * starts the month's self-test, if the installation wants that. A self-test that an event postpones starts when the event is over.
 */
export async function checkWays(app: App, time?: LocalTime): Promise<void> {
  await readSigns(app.db);
  if ((await findHold(app.db)) || (await eventRuns(app.db))) return;
  const set = await readSettings(app.db, 'crisis_confirmations', 'self_test_day', 'time_zone');
  const now = time ?? (await localTime(app, set.time_zone ?? 'Europe/Berlin'));
  if (now.hour < hours.from || now.hour >= hours.until) return;
  await sendWaiting(app);
  const testDay = Number(set.self_test_day ?? 0);
  const { month } = now;
  if (testDay > 0 && now.day >= testDay)
    await inTransaction(app.db, (tx) => insertChecks(app, tx, { kind: 'test', month }));
  if (set.crisis_confirmations === 'true') await inTransaction(app.db, (tx) => insertChecks(app, tx, { kind: 'due' }));
}

async function localTime(app: App, timeZone: string): Promise<LocalTime> {
  const { rows } = await sql<LocalTime>`
    select extract(day from t)::int as day, extract(hour from t)::int as hour, to_char(t, 'YYYY-MM-01') as month
    from (select clock_timestamp() at time zone ${timeZone} as t) x`.execute(app.db);
  return rows[0]!;
}

/** Tries requests again that an event or a hold kept back. */
async function sendWaiting(app: App): Promise<void> {
  await inTransaction(app.db, async (tx) => {
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
