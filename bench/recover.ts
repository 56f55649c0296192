// Measures the time until something is sent after a start on existing data, and after killing everything (SIGKILL: supervisor,
// web, worker, embedded PostgreSQL) during an alarm to 20 and a mass mail:
//   node bench/recover.ts [--mails 20000] [--rounds 3] [--json]
// Starts the program like npm start. The mail server is this process. Linux only.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { createMailChannel, createRecipients } from '#testing/deliveries.ts';
import { startMailServer } from '#testing/fakes/mail-server.ts';
import { createInstallation, endProgram, momentOf } from './installation.ts';
import { below } from './processes.ts';
import { type BenchFigure, percentile, print, row } from './row.ts';

const { values } = parseArgs({
  options: {
    mails: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '3' },
    json: { type: 'boolean' },
  },
});

const alarmSize = 20;
const heldAtLeast = 5;
const { start, answersWith, inDatabase, remove } = await createInstallation('recover');

/** The times of accepted mails by kind since `forget`. */
const taken = { mails: [] as number[], alarms: [] as number[] };
const forget = () => {
  taken.mails = [];
  taken.alarms = [];
};
const isAlarm = (to: string) => to.startsWith('alarm');
const server = await startMailServer({
  fate: ({ to }) => {
    taken[isAlarm(to) ? 'alarms' : 'mails'].push(performance.now());
    return null;
  },
});

const holdAlarms = (isHeld: boolean) => {
  if (isHeld) server.mood.hold = (to) => (isAlarm(to) ? new Promise(() => {}) : sleep(20));
  else delete server.mood.hold;
};

async function watch() {
  const [answers, ready, first] = await Promise.all([
    momentOf(() => answersWith('/healthz')),
    momentOf(() => answersWith('/readyz')),
    momentOf(() => taken.mails.length + taken.alarms.length > 0).then(() => Math.min(...taken.mails, ...taken.alarms)),
  ]);
  return { answers, ready, first };
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it ended because of another one
  }
}

const seconds: Record<string, number[]> = {};
const note = (name: string, milliseconds: number) => {
  seconds[name] ??= [];
  seconds[name].push(milliseconds / 1000);
  if (!values.json) console.error(`${name}: ${(milliseconds / 1000).toFixed(2)} s`);
};

let program = start();
try {
  await momentOf(() => answersWith('/readyz'));
  const channelId = await inDatabase((db) => createMailChannel(db, server.port));
  for (let round = 0; round < Number(values.rounds); round++) {
    holdAlarms(true);
    const messageId = await inDatabase(async (db) => {
      const alarm = { channelId, lane: 'alarm', address: (n: number) => `alarm${n}.${round}@example.org` } as const;
      await createRecipients(db, { channelId, lane: 'bulk', count: Number(values.mails) });
      return (await createRecipients(db, { ...alarm, count: alarmSize })).messageId;
    });
    await inDatabase(async (db) => {
      const claimed = async () => {
        const { rows } = await sql<{ n: number }>`select count(*) as n from message_recipients
          where message_id = ${messageId} and status = 'sending'`.execute(db);
        return rows[0]!.n >= heldAtLeast;
      };
      await momentOf(claimed);
    });
    const pids = below(program.pid!);
    const killed = performance.now();
    for (const pid of pids) kill(pid);
    server.cut();
    holdAlarms(false);
    server.mood.hold = () => sleep(20);
    forget();
    program = start();
    const after = await watch();
    note('killed: the port answers', after.answers - killed);
    note('killed: /readyz is 200', after.ready - killed);
    note('killed: first message', after.first - killed);
    await momentOf(() => taken.alarms.length >= alarmSize);
    note('killed: whole alarm that the dead worker had in hand', Math.max(...taken.alarms) - killed);
    await endProgram(program);
    forget();
    const begun = performance.now();
    program = start();
    const plain = await watch();
    note('start: the port answers', plain.answers - begun);
    note('start: /readyz is 200', plain.ready - begun);
    note('start: first message', plain.first - begun);
  }
} finally {
  await endProgram(program);
  await server.stop();
  remove();
}

const bounds: Record<string, Pick<BenchFigure, 'must'>> = {
  'killed: first message': { must: { atMost: 12 } },
  'killed: whole alarm that the dead worker had in hand': { must: { atMost: 12 } },
  'start: the port answers': { must: { atMost: 3 } },
  'start: first message': { must: { atMost: 3 } },
};
print(
  Object.entries(seconds).map(([name, all]) => row({ name, value: percentile(all, 0.5), unit: 's', ...bounds[name] })),
  values.json,
);
process.exit();
