// Measures the handover of an alarm to 20 while many mails leave over the same channel:
//   node bench/alarms.ts [--mails 30000] [--states none,empty,full,snapshot] [--json]
// States of the database, each in its own server: none: the queue was never analyzed; empty: analyzed while nothing waited, the
// usual state after weeks; full: analyzed with all mails waiting; snapshot: in addition, a dump holds an old snapshot.
// The mail server is a process of its own on the same machine.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { publish } from '#server/platform/live/live.ts';
import { createMailChannel, createRecipients } from '#testing/deliveries.ts';
import { alarmRows, createFew, launchAlarms } from './alarms-under-load.ts';
import { type BenchServer, startBenchServer } from './bench-server.ts';
import { startMailSink } from './mail-sinks.ts';
import { type BenchRow, print, row } from './row.ts';

const every = 500;

const states = ['none', 'empty', 'full', 'snapshot'] as const;
type State = (typeof states)[number];

async function measure(
  server: BenchServer,
  port: number,
  { mails, state }: { mails: number; state: State },
): Promise<BenchRow[]> {
  const { db } = server;
  const channelId = await createMailChannel(db, port);
  const list = await createFew(db, 1);
  const [token] = await server.sessions(1);
  await sleep(2_500); // until the new channel applies
  const given = { token: token!, channelId, list, every };
  const warm = launchAlarms(server, given);
  await sleep(3_000);
  const calm = await warm.stop();
  const analyze = () => sql`vacuum analyze message_recipients`.execute(db);
  await sql`alter table message_recipients set (autovacuum_enabled = false)`.execute(db);
  if (state === 'empty') await analyze();
  const { messageId } = await createRecipients(db, { count: mails, channelId, lane: 'bulk', delayed: true });
  if (state === 'full' || state === 'snapshot') await analyze();
  const dump = state === 'snapshot' ? await holdSnapshot(db) : null;
  await db.updateTable('messageRecipients').set({ tryAt: sql`now()` }).where('messageId', '=', messageId).execute();
  const open = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from message_recipients where message_id = ${messageId} and status = 'queued'`.execute(db);
    return rows[0]!.n;
  };
  const begun = performance.now();
  await publish(db, { work: true });
  const alarms = launchAlarms(server, given);
  while ((await open()) > 0) await sleep(250);
  const seconds = (performance.now() - begun) / 1000;
  const during = await alarms.stop();
  await dump?.end();
  return [
    ...alarmRows(`under ${mails} mails on the same channel (${state})`, during, {
      must: { atMost: 120 },
      aim: { atMost: 60 },
    }),
    ...alarmRows('on an idle system', calm, {}),
    row({ name: `mails per second during the alarms (${state})`, value: mails / seconds, unit: '/s' }),
  ];
}

/** Reads like a dump until ended. */
async function holdSnapshot(db: Db): Promise<{ end(): Promise<void> }> {
  const [began, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
      await sql`select count(*) from people`.execute(tx);
      began.resolve();
      await over.promise;
    });
  await began.promise;
  return {
    async end() {
      over.resolve();
      await held;
    },
  };
}

const { values } = parseArgs({
  options: {
    mails: { type: 'string', default: '30000' },
    states: { type: 'string', default: 'empty,full' },
    json: { type: 'boolean' },
  },
});
for (const state of states.filter((one) => values.states.split(',').includes(one))) {
  const sink = await startMailSink();
  try {
    const server = await startBenchServer();
    try {
      print(await measure(server, sink.port, { mails: Number(values.mails), state }), values.json);
    } finally {
      await server.stop();
    }
  } finally {
    sink.stop();
  }
}
process.exit();
