// Replaces one of two nodes behind HAProxy after the other while alarms, answers and bulk mail run: npm run interop -- rolling.
// The earlier release is OLD (a commit, HEAD by default), the later one is NEW (by default the present sources).
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, afterEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '#server/platform/database/connect.ts';
import { freePort } from '#testing/free-port.ts';
import { programFile } from '#testing/program.ts';
import { until } from '#testing/until.ts';
import { audit, untilSent } from './failover/audit.ts';
import { type LaunchedAlarm, type LoadAmount, startLoad } from './failover/load.ts';
import { isReady } from './failover/nodes.ts';
import { findSystemPostgres, startSystemPostgres } from './postgres/programs.ts';
import { whenInterrupted } from './programs/interrupted.ts';
import { missing } from './programs/missing.ts';
import { temporaryFolder } from './programs/temporary-folder.ts';
import { createNode, type RollingNode } from './rolling/node.ts';
import { buildRelease, type Release, writeProxy } from './rolling/release.ts';

const haproxy = '/usr/sbin/haproxy';
const programs = findSystemPostgres();
const needed = [...missing({ [haproxy]: 'haproxy' }), ...(programs ? [] : ['the Debian package postgresql'])];
const amount: LoadAmount = { alarms: 600, answering: 600, bulk: 3_000, alarmEvery: 700, answerEvery: 200 };
// the alarm to 600 people and the bulk mail have begun, and the alarms of this time show what the machine can do
const before = 15_000;
const calm = 6_000;
/** The permitted milliseconds from the request for an alarm to its last mail during an update, on a machine without other work. */
const latest = 500;

const ends: (() => Promise<unknown>)[] = [];
const endAll = async () => {
  for (const end of ends.splice(0).reverse()) await end();
};
const stopWatching = whenInterrupted(endAll);
afterEach(endAll); // the next test has the machine to itself
after(stopWatching);

test('an update of one node after the other refuses no request', async () => {
  const old = await build(process.env['OLD'] ?? 'HEAD');
  await update(old, process.env['NEW'] ? await build(process.env['NEW']) : { program: await programFile() });
});

test('so does an update with a migration, after which the old release does not start', async () => {
  const revision = process.env['OLD'] ?? 'HEAD';
  const old = await build(revision);
  const node = await update(old, await build(revision, 'create table trial_of_update (id int primary key);'));
  await node.stop();
  await assert.rejects(node.start(old.program), /the node ended with 2/);
  assert.match(await readFile(node.log, 'utf8'), /This release is older than the database/);
});

const build = async (revision: string, migration?: string): Promise<Release> => {
  assert.deepEqual(needed, [], 'something is missing to run this');
  return buildRelease(await temporaryFolder('meldekette-release', ends), revision, migration);
};

/** Updates two nodes under load, checks the confirmed requests, and returns one node. */
async function update(old: Release, { program }: Pick<Release, 'program'>): Promise<RollingNode> {
  const { nodes, url, databaseUrl } = await startNodes(old);
  const { db, close } = connect(databaseUrl, () => undefined, { max: 3 });
  ends.push(close);
  const load = await startLoad(db, [url], '127.0.0.1', amount);
  ends.push(load.stop);
  const phases: Phase[] = [];
  const begin = (name: string) => phases.push({ name, from: Date.now() });
  begin('before');
  await sleep(before);
  for (const [n, node] of nodes.entries()) {
    begin(`node ${n + 1} stops`);
    await node.stop();
    begin(`node ${n + 1} starts`);
    await node.start(program);
    begin(`node ${n + 1} is new`);
    await sleep(calm); // both releases work together
  }
  await load.end();
  await untilSent(db);
  const result = await audit(db, load, [url]);
  console.log(`${old.commit.slice(0, 8)}: ${JSON.stringify({ ...result, failures: load.failures })}`);
  const alarms = await load.alarms();
  for (const text of delaysIn(phases, alarms)) console.log(text);
  const { lostLaunches, lostAnswers, lostDeliveries, unmarkedDoubles, boardsRight } = result;
  assert.deepEqual({ lostLaunches, lostAnswers, lostDeliveries, unmarkedDoubles, boardsRight }, nothingLost);
  assert.deepEqual(load.failures, {}, 'no request is refused');
  const updating = alarms.filter(({ asked }) => asked >= phases[1]!.from);
  assert.ok(updating.length > 0, 'alarms were launched during the update');
  assert.deepEqual(
    updating.map(({ sent }) => sent).filter((time) => time > latest),
    [],
    `no alarm is later than ${latest} ms`,
  );
  return nodes[0]!;
}

interface Phase {
  name: string;
  from: number;
}

/** Describes the times of the alarms in each phase: the median and the longest. */
function delaysIn(phases: readonly Phase[], alarms: readonly LaunchedAlarm[]): string[] {
  return phases.map(({ name, from }, n) => {
    const own = alarms.filter(
      ({ asked }) => asked >= from && asked < (phases[n + 1]?.from ?? Number.POSITIVE_INFINITY),
    );
    const times = (of: 'confirmed' | 'sent') => {
      const sorted = own.map((alarm) => alarm[of]).sort((a, b) => a - b);
      return `${of} after ${sorted[Math.floor(sorted.length / 2)]} ms, at most ${sorted.at(-1)} ms`;
    };
    const seconds = ((phases[n + 1]?.from ?? Date.now()) - from) / 1000;
    return `${name} (${seconds.toFixed(1)} s): ${own.length ? `${own.length} alarms, ${times('confirmed')}; ${times('sent')}` : 'no alarm'}`;
  });
}

const nothingLost = { lostLaunches: 0, lostAnswers: 0, lostDeliveries: 0, unmarkedDoubles: 0, boardsRight: true };

/** Starts a database, two nodes of a release and a proxy. */
async function startNodes(old: Release) {
  const dir = await temporaryFolder('meldekette-rolling', ends);
  const postgres = await startSystemPostgres(programs!);
  ends.push(postgres.stop);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const nodes: RollingNode[] = [];
  for (const name of ['node1', 'node2']) {
    const node = await createNode(path.join(dir, name), postgres.url, url);
    nodes.push(node);
    ends.push(node.stop);
    await node.start(old.program);
  }
  const file = path.join(dir, 'haproxy.cfg');
  await writeProxy(
    file,
    port,
    nodes.map((node) => node.port),
  );
  const proxy = spawn(haproxy, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  ends.push(() => ended(proxy));
  await until(() => isReady(url));
  return { nodes, url, databaseUrl: postgres.url };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}
