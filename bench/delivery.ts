// How fast messages leave: node bench/delivery.ts [recipients]. One process, its PostgreSQL and the mail server share
// the machine; every figure is of the same run, so compare them with each other rather than with another machine's.
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { startDelivering } from '#server/delivery/start.ts';
import { startTestApp } from '#server/testing/app.ts';
import { createMailChannel, createRecipients } from '#server/testing/deliveries.ts';
import { startSink } from '../faults/sink.ts';

const count = Number(process.argv[2] ?? 5000);
const app = await startTestApp();
const sink = await startSink();

/** Seconds from the first claim to the last result, and the time of each hand-over after it was due, sorted. */
async function run(
  name: string,
  channelId: number | undefined,
  lane: 'alarm' | 'bulk',
  recipients: number,
): Promise<void> {
  const delivery = await createRecipients(app.db, { count: recipients, lane, ...(channelId ? { channelId } : {}) });
  await app.db
    .updateTable('messageRecipients')
    .set({ tryAt: sql`now()` })
    .where('messageId', '=', delivery.messageId)
    .execute();
  const { publish } = await import('#server/live/live.ts');
  await publish(app.db, { work: true });
  const begun = performance.now();
  const open = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from message_recipients where message_id = ${delivery.messageId}
        and status in ('queued', 'sending', 'retrying')`.execute(app.db);
    return rows[0]!.n;
  };
  while ((await open()) > 0) await sleep(50);
  const seconds = (performance.now() - begun) / 1000;
  const { rows } = await sql<{ p50: number; p95: number; worst: number }>`
    select percentile_cont(0.5) within group (order by wait)::float8 as p50,
      percentile_cont(0.95) within group (order by wait)::float8 as p95, max(wait)::float8 as worst
    from (select extract(epoch from r.sent_at - m.release_at) as wait from message_recipients r
      join messages m on m.id = r.message_id where m.id = ${delivery.messageId}) waits`.execute(app.db);
  const { p50, p95, worst } = rows[0]!;
  const times = [p50, p95, worst].map((value) => `${value.toFixed(2)} s`).join(' / ');
  console.log(
    `${name.padEnd(34)} ${String(Math.round(recipients / seconds)).padStart(6)} per s   p50/p95/max ${times}`,
  );
}

const worker = await startDelivering(app);
const mail = await createMailChannel(app.db, sink.port);
const wide = await createMailChannel(app.db, sink.port, { maxConnections: 40 });
await sleep(2_500); // until the new channels are noticed
await run(`alarm, 100 people, SMTP`, mail, 'alarm', 100);
await run(`alarm, 100 people, exercise`, undefined, 'alarm', 100);
await run(`${count} mails, 10 connections`, mail, 'bulk', count);
await run(`${count} mails, 40 connections`, wide, 'bulk', count);
await run(`${count} in the exercise mailbox`, undefined, 'bulk', count);
await worker.stop();
await sink.stop();
await app.stop();
