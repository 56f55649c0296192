// Runs everything in parallel for any time: node bench/soak.ts [--minutes 10] [--people 2000] [--json]; a day is --minutes 1440
// --people 300, with a growing database.
// A supervisor with a worker and web processes, as npm start runs them, on its own PostgreSQL: people answer, watchers connect
// and disconnect, mass mails leave, alarms are launched and some stopped, users sign in, a CSV file is uploaded, contacts are
// exported. Finally it counts lost recipients, forbidden refusals and memory growth.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { openSession } from '#server/accounts/sessions.ts';
import { createMailChannel } from '#testing/deliveries.ts';
import { createReport, createUser } from '#testing/factories.ts';
import { type Alarms, alarmRows, createFew, launchAlarms } from './alarms-under-load.ts';
import { type BenchServer, startBenchServer } from './bench-server.ts';
import { createCrowd } from './crowd.ts';
import { startMailSink } from './mail-sinks.ts';
import { type BenchRow, print, row } from './row.ts';
import { auditRows } from './soak-audit.ts';
import { processRows, watchProcesses } from './soak-processes.ts';
import { newTally, type Tally, works } from './soak-work.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    people: { type: 'string', default: '2000' },
    json: { type: 'boolean' },
  },
});
const minutes = Number(values.minutes);

async function soak(server: BenchServer, mailPort: number): Promise<BenchRow[]> {
  const { db, app } = server;
  // so that the session never expires
  const hours = String(Math.ceil(minutes / 60) + 12);
  await sql`update system_settings set value_str = ${hours} where value_key = 'session_hours'`.execute(db);
  const channelId = await createMailChannel(db, mailPort);
  const few = await createFew(db, 1);
  const { id: administrator } = await createUser(db, { roles: ['administrator', 'crisis_manager', 'editor'] });
  const token = await openSession(app, administrator, { userAgent: 'soak' });
  const { id: reportId } = await createReport(db, { type: 'staff_information', title: 'Stand 0.' });
  await sleep(2_500); // until the new channel applies
  const tally = newTally();
  let isOver = false;
  const people = Number(values.people);
  const crowd = await createCrowd(server, people);
  const given = { server, token, channelId, reportId, people, crowd, tally, isOver: () => isOver };
  const health = await watchProcesses(server);
  const running = works.map(({ every, work }) =>
    again(given.isOver, every, () => work(given)).catch((error: unknown) => tally.broke(error)),
  );
  const alarms = launchAlarms(server, { token, channelId, list: few, every: 3_000 });
  await sleep(minutes * 60_000);
  isOver = true;
  const launched = await alarms.stop();
  await Promise.all(running);
  const figures = await health.stop();
  return rowsOf(launched, tally, [...(await auditRows(server, tally)), ...processRows(figures)]);
}

async function again(isOver: () => boolean, every: number, work: () => Promise<void>): Promise<void> {
  while (!isOver()) {
    const begun = performance.now();
    await work();
    for (const end = begun + every; !isOver() && performance.now() < end; ) await sleep(Math.min(every, 250));
  }
}

function rowsOf(alarms: Alarms, tally: Tally, rest: BenchRow[]): BenchRow[] {
  const name = `soak of ${minutes} minutes`;
  return [
    ...alarmRows(`in a ${name}`, alarms, {}),
    ...Object.entries(tally.done).map(([what, n]) => row({ name: `${name}: ${what}`, value: n, unit: 'times' })),
    ...Object.entries(tally.refused).map(([what, n]) =>
      row({
        name: `${name}: refused, ${what}`,
        value: n,
        unit: 'times',
        ...(tally.mustNot(what) ? { must: { atMost: 0 } } : {}),
      }),
    ),
    ...rest.map((one) => ({ ...one, name: `${name}: ${one.name}` })),
  ];
}

const sink = await startMailSink();
try {
  const server = await startBenchServer();
  try {
    print(await soak(server, sink.port), values.json);
  } finally {
    await server.stop();
  }
} finally {
  sink.stop();
}
process.exit();
