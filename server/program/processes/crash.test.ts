import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import http from 'node:http';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type Db } from '#server/platform/database/connect.ts';
import { startEmbedded } from '#server/platform/database/embedded.ts';
import { isProcessAlive } from '#server/platform/database/embedded-postmaster.ts';
import { metricsToken } from '#testing/app.ts';
import { createRecipients } from '#testing/deliveries.ts';
import { programFile } from '#testing/program.ts';
import { until as untilSoon } from '#testing/until.ts';
import { metric as askMetric } from '#testing/watching.ts';

// Real processes of the bundle on their own database. Each test continues on the same installation.
let main: string;
before(async () => {
  main = await programFile();
});
const dir = mkdtempSync(path.join(tmpdir(), 'meldekette-processes-'));
after(() => rm(dir, { recursive: true, force: true }));

// starting takes long on a busy machine
const until: typeof untilSoon = (look) => untilSoon(look, 300_000);

// asks again, because a kept connection may lead to a killed process
const metric: typeof askMetric = (...asked) =>
  askMetric(...asked).catch((error) => {
    if (error.cause?.code !== 'ECONNRESET') throw error;
    return askMetric(...asked);
  });

interface Started {
  program: ChildProcess;
  url: string;
  /** Process ids by role. */
  pids(role: 'web' | 'worker'): number[];
  ended: Promise<number | null>;
}

const ownerPassword = 'owner password of the tests';
const startedPrograms = new Set<ChildProcess>();
after(() => {
  for (const { pid } of startedPrograms) if (pid) process.kill(-pid, 'SIGKILL');
});

const environment = (env: Record<string, string>) => ({
  ...process.env,
  DATABASE_URL: '',
  DATA_DIR: dir,
  DEMO_DATA: '0',
  PORT: '0',
  WEB_PROCESSES: '2',
  OWNER_PASSWORD: ownerPassword,
  METRICS_TOKEN: metricsToken,
  LOG_LEVEL: 'warn',
  ...env,
});

async function start(env: Record<string, string> = {}): Promise<Started> {
  const program = spawn(process.execPath, [main], {
    env: environment(env),
    detached: true, // a group of its own, as behind a terminal
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  startedPrograms.add(program);
  const ended = new Promise<number | null>((resolve) => program.once('exit', resolve));
  void ended.then(() => startedPrograms.delete(program));
  const { promise: address, resolve, reject } = Promise.withResolvers<string>();
  let said = '';
  for (const stream of [program.stdout!, program.stderr!]) {
    stream.on('data', (text) => {
      said += text;
      const url = /is running: +(\S+)\s/.exec(said)?.[1];
      if (url) resolve(url);
    });
  }
  void ended.then((code) => reject(new Error(`it ended with ${code}: ${said}`)));
  const url = await address;
  return { program, url, ended, pids: (role) => childrenOf(program.pid!, role) };
}

function childrenOf(parent: number, role: string): number[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      const isOurs =
        /^\d+$/.test(name) && Number(/\) \w (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1]) === parent;
      return isOurs && readFileSync(`/proc/${name}/environ`, 'utf8').split('\0').includes(`ROLES=${role}`)
        ? [Number(name)]
        : [];
    } catch {
      return []; // it went in between
    }
  });
}

const caughtSignals = (pid: number) =>
  BigInt(`0x${/^SigCgt:\s+(\w+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]}`);
const isGone = async (pid: number) => !(await isProcessAlive(pid));
const postmaster = () => Number(readFileSync(path.join(dir, 'database/pgdata/postmaster.pid'), 'utf8').split('\n')[0]);

/** The database of the running installation. */
async function openDatabase(): Promise<{ db: Db; close(): Promise<void> }> {
  const { url, stop } = await startEmbedded({ dir: path.join(dir, 'database'), database: 'meldekette' });
  await stop(); // others use it, so that it goes on
  return connect(url);
}

async function isDelivered(db: Db): Promise<void> {
  const { messageId } = await createRecipients(db, { count: 20, lane: 'alarm' });
  await until(async () => {
    const rows = await db.selectFrom('messageRecipients').select('status').where('messageId', '=', messageId).execute();
    return rows.every(({ status }) => status === 'sent' || status === 'delivered');
  });
}

/** Requests the health on a connection of its own. */
const askHealth = async (url: string): Promise<boolean> => {
  const [answer] = await once(
    http.get(`${url}/healthz`, { agent: false, signal: AbortSignal.timeout(60_000) }),
    'response',
  );
  return answer.resume().statusCode === 200;
};

/** Returns whether one of three requests is answered, because a process may hang. */
const answers = (url: string) => Promise.any([1, 2, 3].map(() => askHealth(url)));

let running: Started;

test('one start runs a worker and web processes on one port and returns metrics of all', async () => {
  running = await start();
  assert.deepEqual([running.pids('web').length, running.pids('worker').length], [2, 1]);
  for (const name of ['web-1', 'web-2', 'worker']) {
    assert.equal(await metric(running, 'process_up', `{process="${name}"}`), 1);
    assert.ok((await metric(running, 'process_resident_memory_bytes', `{process="${name}"}`)) > 0);
    assert.ok((await metric(running, 'budget_connections', `{process="${name}",budget="vital",state="free"}`)) > 0);
  }
  assert.equal(await metric(running, 'recipients_due'), 0);
  const status = await (await fetch(`${running.url}/api/status`)).json();
  assert.deepEqual([status.status, status.queue], ['ok', true]);
});

test('the bundled program signs users in, answers the API, starts threads and delivers an alarm', async () => {
  const ask = (where: string, body: object | null, token = '') =>
    fetch(`${running.url}${where}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: body && JSON.stringify(body),
    });
  const signedIn = await ask('/api/auth', { email: 'admin@example.org', password: ownerPassword });
  const { token } = (await signedIn.json()) as { token: string };
  const viewer = await ask('/api/graphql', { query: '{ currentUser { email } }' }, token);
  assert.match(await viewer.text(), /"email":"admin@example.org"/);
  const folder = await ask('/api/v2/crisis_folder.pdf', null, token);
  assert.match(await folder.text(), /^%PDF-/);
  const { db, close } = await openDatabase();
  await isDelivered(db);
  await close();
});

test('delivers due messages after the worker is killed or hangs, and replaces hanging processes', async () => {
  const { db, close } = await openDatabase();
  const [worker] = running.pids('worker');
  const [standing] = running.pids('web');
  process.kill(worker!, 'SIGKILL');
  process.kill(standing!, 'SIGSTOP');
  await isDelivered(db);
  assert.ok(await answers(running.url));
  assert.equal(await metric(running, 'process_starts_total', '{process="worker"}'), 2);
  const [second] = await until(async () => {
    const pids = running.pids('worker');
    return pids.length === 1 && pids[0] !== worker && pids;
  });
  process.kill(second!, 'SIGSTOP');
  await isDelivered(db);
  await close();
  await until(async () => running.pids('web').every((pid) => pid !== standing) && running.pids('web').length === 2);
  assert.equal(await metric(running, 'process_stuck_total', '{process="worker"}'), 1);
  const webs = ['web-1', 'web-2'].map((name) => metric(running, 'process_stuck_total', `{process="${name}"}`));
  assert.deepEqual((await Promise.all(webs)).toSorted(), [0, 1]);
  const told = (await (await fetch(`${running.url}/readyz`)).json()) as { replaced?: { process: string } };
  assert.match(told.replaced?.process ?? '', /^(web-\d|worker)$/);
});

test('while a killed web process restarts, the other one answers, and no connection stays open', async () => {
  const up = (name: string) => metric(running, 'process_up', `{process="${name}"}`);
  await until(async () => (await Promise.all(['web-1', 'web-2'].map(up))).every((count) => count === 1)); // both listen
  const [killed] = running.pids('web');
  process.kill(killed!, 'SIGSTOP'); // takes a connection, and accepts none
  const waiting = Promise.allSettled(Array.from({ length: 6 }, () => askHealth(running.url)));
  await sleep(1_000);
  process.kill(killed!, 'SIGKILL');
  const lost = (await waiting).flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
  assert.deepEqual(lost, ['ECONNRESET']);
  for (let n = 0; n < 20; n++) assert.ok(await answers(running.url));
  await until(async () => {
    const [one, two] = await Promise.all(
      ['web-1', 'web-2'].map((name) => metric(running, 'process_starts_total', `{process="${name}"}`)),
    );
    return one! + two! === 4 && running.pids('web').length === 2;
  });
});

test('killing the supervisor ends all processes, and the next start works', async () => {
  const pids = [...running.pids('web'), ...running.pids('worker'), postmaster()];
  running.program.kill('SIGKILL');
  for (const pid of pids) await until(() => isGone(pid));
  running = await start({ WEB_PROCESSES: '1' });
  assert.equal(running.pids('web').length, 1);
  const { db, close } = await openDatabase();
  await isDelivered(db);
  await close();
});

test('the only web process restarts on the same port', async () => {
  const [only] = running.pids('web');
  process.kill(only!, 'SIGKILL');
  await until(async () => running.pids('web').some((pid) => pid !== only) && answers(running.url).catch(() => false));
});

test('a start with a port in use ends with an error and leaves the running program alone', async () => {
  const second = spawn(process.execPath, [main], {
    env: environment({ PORT: new URL(running.url).port }),
    stdio: 'ignore',
    detached: true,
  });
  startedPrograms.add(second);
  const code = await new Promise((resolve) => second.once('exit', resolve));
  startedPrograms.delete(second);
  assert.equal(code, 2); // the set-up needs a correction
  assert.ok(await answers(running.url));
});

test('Ctrl-C ends all processes in order', async () => {
  const children = [...running.pids('web'), ...running.pids('worker')];
  const pids = [...children, postmaster()];
  // they wait for the supervisor
  for (const pid of children) assert.ok(caughtSignals(pid) & (1n << BigInt(constants.signals.SIGHUP - 1)));
  process.kill(-running.program.pid!, 'SIGINT'); // reaches all of the group, as from a terminal
  assert.equal(await running.ended, 0);
  for (const pid of pids) assert.ok(await isGone(pid), `process ${pid}`);
});
