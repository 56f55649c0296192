import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createLog } from '#server/platform/log.ts';
import { exitCodes } from '#server/platform/start-error.ts';
import { until } from '#testing/until.ts';
import { keep } from './keep.ts';
import { watchPulse } from './pulse.ts';

const patience = { interval: 50, starting: 60_000, working: 300 };

test('gives up a required process that keeps ending and retries others forever', async (t) => {
  const dir = mkdtempSync(path.join(tmpdir(), 'meldekette-keep-'));
  t.after(() => rm(dir, { recursive: true, force: true }));
  const program = path.join(dir, 'program.mjs');
  writeFileSync(
    program,
    "process.send({ is: 'ready', ready: { url: '', firstPassword: null } }, () => process.exit(3));",
  );
  // without a time limit on a busy machine
  const unhurried = { ...patience, working: 60_000 };
  const wanted = { start: () => fork(program, { execArgv: [] }), asked: () => {}, patience: unhurried };
  const log = createLog('silent');
  const { promise, resolve } = Promise.withResolvers<void>();
  const worker = keep({ ...wanted, name: 'worker', hopeless: resolve }, log, () => 1);
  await promise;
  assert.equal(worker.starts, 11);
  const web = keep({ ...wanted, name: 'web-1' }, log, () => 1);
  await until(async () => web.starts > 13, 180_000);
  await web.stop();
});

test('kills and restarts a hanging process at once, any number of times, and notifies the others', async (t) => {
  const dir = mkdtempSync(path.join(tmpdir(), 'meldekette-keep-'));
  t.after(() => rm(dir, { recursive: true, force: true }));
  const program = path.join(dir, 'program.mjs');
  writeFileSync(
    program,
    `process.send({ is: 'ready', ready: { url: '', firstPassword: null } }, () => { for (;;); });`,
  );
  let replaced = 0;
  const start = () => fork(program, { execArgv: [] });
  const hopeless = () => assert.fail('a process that hangs is not hopeless');
  const wanted = { name: 'worker', start, asked: () => {}, patience, replaced: () => replaced++, hopeless };
  const worker = keep(wanted, createLog('silent'));
  await until(async () => worker.stuck >= 3 && worker.starts >= 4, 180_000);
  assert.equal(worker.stuck, replaced);
  worker.kill();
});

test('a process that leaves first keeps its channel until it ends', async (t) => {
  const dir = mkdtempSync(path.join(tmpdir(), 'meldekette-keep-'));
  t.after(() => rm(dir, { recursive: true, force: true }));
  const program = path.join(dir, 'program.mjs');
  writeFileSync(
    program,
    `process.on('disconnect', () => process.exit(4));
    process.on('message', ({ is }) => is === 'leave' && setTimeout(() => process.exit(0), 200));
    process.send({ is: 'ready', ready: { url: '', firstPassword: null } });`,
  );
  for (const [leavesFirst, code] of [
    [true, 0],
    [false, 4],
  ] as const) {
    const child = fork(program, { execArgv: [] });
    const unhurried = { ...patience, working: 60_000 };
    const wanted = { name: 'web-1', start: () => child, asked: () => {}, patience: unhurried, leavesFirst };
    const web = keep(wanted, createLog('silent'));
    await web.ready;
    await web.stop();
    assert.equal(child.exitCode, code);
  }
});

test('counts no missed ping while the watching process itself is stopped', async () => {
  const hung: number[] = [];
  const answers: Promise<void>[] = [];
  const pulse = watchPulse(
    { interval: 10, starting: 10, working: 30 },
    () => answers.push(turn().then(() => pulse.answered())),
    (seconds) => hung.push(seconds),
  );
  pulse.works();
  await until(async () => answers.length > 2);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200); // as a machine that sleeps
  const before = answers.length;
  await until(async () => answers.length > before + 5);
  assert.deepEqual(hung, []);
  pulse.stop();
});

test('retries the first start of a process until the database is available', async (t) => {
  const dir = mkdtempSync(path.join(tmpdir(), 'meldekette-keep-'));
  t.after(() => rm(dir, { recursive: true, force: true }));
  const program = path.join(dir, 'program.mjs');
  writeFileSync(
    program,
    `import { appendFileSync, readFileSync } from 'node:fs';
    appendFileSync('${dir}/starts', 'x');
    if (readFileSync('${dir}/starts', 'utf8').length < 15) process.exit(${exitCodes.databaseAway});
    process.send({ is: 'ready', ready: { url: 'here', firstPassword: null } });`,
  );
  let delays = 0;
  const wanted = { name: 'worker', start: () => fork(program, { execArgv: [] }), asked: () => {}, patience };
  const hopeless = () => assert.fail('the database may come back');
  const worker = keep({ ...wanted, delayed: () => delays++, hopeless }, createLog('silent'), () => 1);
  assert.equal((await worker.ready).url, 'here');
  assert.equal(delays, 14);
  worker.kill();
});
