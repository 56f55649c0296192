import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { createLog } from '#server/log.ts';
import { until } from '#server/testing/until.ts';
import { keep } from './keep.ts';

test('a process that ends again and again is given up where nothing goes on without it, and tried again for ever elsewhere', async (t) => {
  const dir = mkdtempSync(path.join(tmpdir(), 'meldekette-keep-'));
  t.after(() => rm(dir, { recursive: true, force: true }));
  const program = path.join(dir, 'program.mjs');
  writeFileSync(
    program,
    "process.send({ is: 'ready', ready: { url: '', firstPassword: null } }, () => process.exit(3));",
  );
  const wanted = { start: () => fork(program, { execArgv: [] }), asked: () => {} };
  const log = createLog('silent');
  const { promise, resolve } = Promise.withResolvers<void>();
  const worker = keep({ ...wanted, name: 'worker', hopeless: resolve }, log, () => 1);
  await promise;
  assert.equal(worker.starts, 11);
  const web = keep({ ...wanted, name: 'web-1' }, log, () => 1);
  await until(async () => web.starts > 13, 60_000);
  await web.stop();
});
