// Replaces one of two nodes behind HAProxy after the other while alarms, answers and bulk mail run: npm run interop -- rolling.
// The earlier release is OLD (a commit), by default the oldest one with the same migrations.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '#server/platform/database/connect.ts';
import { programFile } from '#testing/program.ts';
import { until } from '#testing/until.ts';
import { freePort } from '../faults/process.ts';
import { audit, untilSent } from './failover/audit.ts';
import { type Amount, startLoad } from './failover/load.ts';
import { isReady } from './failover/nodes.ts';
import { findSystemPostgres, startSystemPostgres } from './postgres/programs.ts';
import { whenInterrupted } from './programs/interrupted.ts';
import { missing } from './programs/missing.ts';
import { createNode } from './rolling/node.ts';
import { buildRelease, oldestWithSameTables, writeProxy } from './rolling/release.ts';

const haproxy = '/usr/sbin/haproxy';
const programs = findSystemPostgres();
const skip = [...missing({ [haproxy]: 'haproxy' }), ...(programs ? [] : ['the Debian package postgresql-15'])].join(
  ', ',
);
const amount: Amount = { alarms: 600, answering: 4_000, bulk: 3_000, alarmEvery: 700, answerEvery: 200 };
const calm = 6_000;

const ends: (() => Promise<unknown>)[] = [];
const endAll = async () => {
  for (const end of ends.splice(0).reverse()) await end();
};
const release = whenInterrupted(endAll);
after(() => endAll().finally(release));

test('an update of one node after the other refuses no request', { skip: skip || false }, async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'meldekette-rolling-'));
  ends.push(() => rm(dir, { recursive: true, force: true }));
  const old = await buildRelease(process.env['OLD'] ?? (await oldestWithSameTables()));
  ends.push(old.remove);
  const postgres = await startSystemPostgres(programs!);
  ends.push(postgres.stop);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const nodes = [];
  for (const name of ['node1', 'node2']) {
    const node = await createNode(path.join(dir, name), postgres.url, url);
    nodes.push(node);
    ends.push(node.stop);
    await node.start(old.program);
  }
  const file = path.join(dir, 'haproxy.cfg');
  const ports = nodes.map((node) => node.port);
  await writeProxy(file, port, ports);
  const proxy = spawn(haproxy, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  ends.push(() => ended(proxy));
  await until(() => isReady(url));

  const { db, close } = connect(postgres.url, () => undefined, { max: 3 });
  ends.push(close);
  const load = await startLoad(db, [url], '127.0.0.1', amount);
  ends.push(load.stop);
  await sleep(calm);
  const program = await programFile();
  for (const node of nodes) {
    await node.stop();
    await node.start(program);
    await sleep(calm); // the proxy looks twice a second; both releases work together
  }
  await load.end();
  await untilSent(db);
  const result = await audit(db, load, [url]);
  const late = await load.latest();
  console.log(JSON.stringify({ old: old.commit.slice(0, 8), ...result, failures: load.failures, latestAlarmMs: late }));
  const { lostLaunches, lostAnswers, lostDeliveries, unmarkedDoubles, boardsRight } = result;
  assert.deepEqual(load.failures, {}, 'no request is refused');
  assert.deepEqual({ lostLaunches, lostAnswers, lostDeliveries, unmarkedDoubles, boardsRight }, nothingLost);
});

const nothingLost = { lostLaunches: 0, lostAnswers: 0, lostDeliveries: 0, unmarkedDoubles: 0, boardsRight: true };

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}
