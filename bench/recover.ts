// Measures the time until something is sent after a start on existing data, and after killing everything (SIGKILL: supervisor,
// web, worker, embedded PostgreSQL) during an alarm to 20 and a mass mail:
//   node bench/recover.ts [--mails 20000] [--rounds 3] [--json]
// Starts the program like npm start. The mail server is this process. Linux only.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { connect, type Db } from '#server/platform/database/connect.ts';
import { startEmbedded } from '#server/platform/database/embedded.ts';
import { createMailChannel, createRecipients } from '#testing/deliveries.ts';
import { startMailServer } from '#testing/fakes/mail-server.ts';
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
const patience = 120_000;
const root = path.resolve(import.meta.dirname, '..');
const dir = mkdtempSync(path.join(tmpdir(), 'meldekette-recover-'));
const port = await freePort();
const url = `http://127.0.0.1:${port}`;

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

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = net.createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address() as AddressInfo;
      probe.close(() => resolve(free));
    });
  });
}

function start(): ChildProcess {
  const program = spawn(process.execPath, [path.join(root, 'scripts/run.mjs'), 'server/program/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: '',
      DATA_DIR: dir,
      PORT: String(port),
      DEMO_DATA: '0',
      OWNER_PASSWORD: 'owner password of the bench',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return program;
}

const answersWith = (where: string) =>
  fetch(`${url}${where}`, { headers: { connection: 'close' }, signal: AbortSignal.timeout(5_000) }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.ok;
    },
    () => false,
  );

async function until(look: () => Promise<boolean> | boolean): Promise<number> {
  for (const end = performance.now() + patience; performance.now() < end; await sleep(20)) {
    if (await look()) return performance.now();
  }
  throw new Error('it took longer than two minutes');
}

async function watch() {
  const [answers, ready, first] = await Promise.all([
    until(() => answersWith('/healthz')),
    until(() => answersWith('/readyz')),
    until(() => taken.mails.length + taken.alarms.length > 0).then(() => Math.min(...taken.mails, ...taken.alarms)),
  ]);
  return { answers, ready, first };
}

async function inDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const { url: address, stop } = await startEmbedded({ dir: path.join(dir, 'database'), database: 'meldekette' });
  await stop(); // it continues, because the program uses it
  const { db, close } = connect(address);
  try {
    return await work(db);
  } finally {
    await close();
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it ended because of another one
  }
}

async function end(program: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => program.once('exit', resolve));
  program.kill('SIGTERM');
  await ended;
}

const seconds: Record<string, number[]> = {};
const note = (name: string, milliseconds: number) => {
  seconds[name] ??= [];
  seconds[name].push(milliseconds / 1000);
  if (!values.json) console.error(`${name}: ${(milliseconds / 1000).toFixed(2)} s`);
};

let program = start();
try {
  await until(() => answersWith('/readyz'));
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
      await until(claimed);
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
    await until(() => taken.alarms.length >= alarmSize);
    note('killed: whole alarm that the dead worker had in hand', Math.max(...taken.alarms) - killed);
    await end(program);
    forget();
    const begun = performance.now();
    program = start();
    const plain = await watch();
    note('start: the port answers', plain.answers - begun);
    note('start: /readyz is 200', plain.ready - begun);
    note('start: first message', plain.first - begun);
  }
} finally {
  await end(program);
  await server.stop();
  rmSync(dir, { recursive: true, force: true });
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
