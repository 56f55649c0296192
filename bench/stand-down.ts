// Measures from the answer that reaches the stop limit until the last stand-down was handed over:
//   node bench/stand-down.ts [people] [--json]
// The reference is one alarm to as many people over the same channel in the same run.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { recordAnswer } from '#server/alerting/answers/answers.ts';
import { readNumber } from '#server/platform/settings/settings.ts';
import { createMailChannel } from '#testing/deliveries.ts';
import { startTestServer } from '#testing/server.ts';
import { startSink } from '../faults/sink.ts';
import { launchAsked } from './asked-report.ts';
import { print, row } from './row.ts';

const { values, positionals } = parseArgs({ options: { json: { type: 'boolean' } }, allowPositionals: true });
const count = Number(positionals[0] ?? 3000);
const needed = 10;
const server = await startTestServer();
const { db } = server.app;
const sink = await startSink();
const channelId = await createMailChannel(db, sink.port, { maxConnections: 40 });
await sleep(2_500); // until the new channel applies

const launch = async (size: number, stopLimit?: number): Promise<number> =>
  (await launchAsked(server, size, { stopLimit, channelId })).reportId;

/** Waits for this many hand-overs; null without a report. */
async function handedOver(reportOf: () => Promise<number | null | undefined>, wanted: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from message_recipients where report_id = ${(await reportOf()) ?? 0} and status = 'sent'`.execute(
      db,
    );
    if (rows[0]!.n >= wanted) return;
    await sleep(500); // counting costs the database too
  }
}

interface Times {
  /** Seconds from the last preceding answer. */
  launch: number;
  /** From the launch to the first and last hand-over. */
  first: number;
  last: number;
}

async function timesOf(report: number, after: number): Promise<Times> {
  const { rows } = await sql<Times>`
    select extract(epoch from min(m.launched_at) - (select max(at) from answers where report_id = ${after}))::float8 as launch,
      extract(epoch from min(r.sent_at) - min(m.launched_at))::float8 as first,
      extract(epoch from max(r.sent_at) - min(m.launched_at))::float8 as last
    from messages m join message_recipients r on r.message_id = m.id where m.report_id = ${report}`.execute(db);
  return rows[0]!;
}

const plain = await launch(count);
await handedOver(async () => plain, count);
const reference = await timesOf(plain, 0);

const report = await launch(count + needed, needed);
await handedOver(async () => report, needed);
// the state after all waves
await db.transaction().execute(async (tx) => {
  for (const status of ['queued', 'sending', 'sent']) {
    await sql`
      update message_recipients set status = ${status}, try_at = null, sent_at = clock_timestamp()
      where report_id = ${report} and status <> 'sent'`.execute(tx);
  }
});
await sql`
  update cascade_members m set asked_at = now() from cascades c where c.id = m.cascade_id and c.report_id = ${report}`.execute(
  db,
);
const { rows: first } = await sql<{ id: number }>`
  select id from message_recipients where report_id = ${report} order by id limit ${needed}`.execute(db);
for (const { id } of first.slice(1))
  await recordAnswer(server.app, { recipientId: id, option: '1', source: 'operator' });
await sleep(1_000);
const noticeOf = async () =>
  (await db.selectFrom('standDowns').select('noticeId').where('reportId', '=', report).executeTakeFirst())?.noticeId;
const answer = performance.now();
await recordAnswer(server.app, { recipientId: first[0]!.id, option: '1', source: 'operator' });
const recorded = (performance.now() - answer) / 1000;
await handedOver(noticeOf, count);
const notice = await timesOf((await noticeOf())!, report);
const window = await readNumber(db, 'stand_down_seconds', 5);
const { rows: twice } = await sql<{ n: number }>`
  select count(*) - count(distinct person_id) as n from message_recipients where report_id = ${(await noticeOf())!}`.execute(
  db,
);
const total = notice.launch + notice.last;
print(
  [
    row({ name: `stand-down: the answer that reaches the limit, ${count} people`, value: recorded, unit: 's' }),
    row({ name: 'stand-down: the notice is written after the window', value: notice.launch - window, unit: 's' }),
    row({ name: 'stand-down: first hand-over after that', value: notice.first, unit: 's' }),
    row({
      name: `stand-down: last hand-over after the answer, without the window of ${window} s`,
      value: total - window,
      unit: 's',
      reference: reference.last,
    }),
    row({ name: 'stand-down: people told twice', value: twice[0]!.n, unit: 'people', must: { atMost: 0 } }),
  ],
  values.json,
);
await server.stop();
await sink.stop();
