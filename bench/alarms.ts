// How soon an alarm to 20 is handed over while mails to many others go out over the same channel:
//   node bench/alarms.ts [--mails 30000] [--json]
// The mail server is a process of its own on the same machine.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { publish } from '#server/live/live.ts';
import { createMailChannel, createRecipients } from '#server/testing/deliveries.ts';
import { alarmRows, createFew, launchAlarms } from './alarms-beside.ts';
import { type BenchServer, startBenchServer } from './bench-server.ts';
import { startMailSink } from './mail-sinks.ts';
import { print, type Row, row } from './row.ts';

const every = 500;

async function measure(server: BenchServer, port: number, mails: number): Promise<Row[]> {
  const { db } = server;
  const channelId = await createMailChannel(db, port);
  const list = await createFew(db, 1);
  const [token] = await server.sessions(1);
  await sleep(2_500); // until the new channel is noticed
  const given = { token: token!, channelId, list, every };
  const warm = launchAlarms(server, given);
  await sleep(3_000);
  const calm = await warm.stop();
  const { messageId } = await createRecipients(db, { count: mails, channelId, lane: 'bulk', delayed: true });
  await sql`vacuum analyze message_recipients`.execute(db);
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
  return [
    ...alarmRows(`under ${mails} mails on the same channel`, during, { must: { atMost: 120 }, aim: { atMost: 60 } }),
    ...alarmRows('with nothing else under way', calm, {}),
    row({ name: `mails per second beside the alarms`, value: mails / seconds, unit: '/s' }),
  ];
}

const { values } = parseArgs({ options: { mails: { type: 'string', default: '30000' }, json: { type: 'boolean' } } });
const sink = await startMailSink();
try {
  const server = await startBenchServer();
  try {
    print(await measure(server, sink.port, Number(values.mails)), values.json);
  } finally {
    await server.stop();
  }
} finally {
  sink.stop();
}
process.exit();
