import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { publish } from '#server/platform/live/live.ts';
import { createMailChannel, createRecipients } from '#testing/deliveries.ts';
import { alarmRows, createFew, launchAlarms } from './alarms-under-load.ts';
import type { MeasuredServer } from './bench-server.ts';
import { createCrowd } from './crowd.ts';
import { startMailSink } from './mail-sinks.ts';
import { type BenchRow, row } from './row.ts';
import { rush } from './rush.ts';

interface Load {
  limits: string;
  mails: number;
  people: number;
  watchers: number;
}

const every = 1_000;
const atOnce = 64;

/** Measures alarms beside mails, then people who answer while others watch. */
export async function loadRows(server: MeasuredServer, load: Load): Promise<BenchRow[]> {
  return [...(await alarmsBesideMails(server, load)), ...(await answers(server, load))];
}

async function alarmsBesideMails(server: MeasuredServer, { limits, mails }: Load): Promise<BenchRow[]> {
  const { db } = server;
  const sink = await startMailSink();
  try {
    const channelId = await createMailChannel(db, sink.port);
    const list = await createFew(db, 1);
    const [token] = await server.sessions(1);
    await sleep(2_500); // until the new channel applies
    const { messageId } = await createRecipients(db, { count: mails, channelId, lane: 'bulk' });
    const open = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from message_recipients where message_id = ${messageId} and status = 'queued'`.execute(db);
      return rows[0]!.n;
    };
    const begun = performance.now();
    await publish(db, { work: true });
    const alarms = launchAlarms(server, { token: token!, channelId, list, every });
    while ((await open()) > 0) await sleep(250);
    const seconds = (performance.now() - begun) / 1000;
    return [
      ...alarmRows(`beside ${mails} mails, ${limits}`, await alarms.stop(), { must: { atMost: 250 } }),
      row({ name: `${limits}: mails during the alarms`, value: mails / seconds, unit: '/s' }),
    ];
  } finally {
    sink.stop();
  }
}

async function answers(server: MeasuredServer, { limits, people, watchers }: Load): Promise<BenchRow[]> {
  const list = await createCrowd(server, people);
  const { seen } = await rush(server, { list, rushed: { people, atOnce }, watchers });
  const named = (name: string) => `${limits}: ${name}, with ${watchers} watchers`;
  return [
    row({ name: named('people who open and answer'), value: seen.rate, unit: '/s', must: { atLeast: 500 } }),
    row({ name: named('refused'), value: seen.refused, unit: 'people', must: { atMost: 0 } }),
    row({ name: named('clients with a wrong board'), value: seen.wrong, unit: 'watchers', must: { atMost: 0 } }),
    row({ name: named('last event after the last answer'), value: seen.lag, unit: 'ms', must: { atMost: 1000 } }),
  ];
}
