import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';

test('kills a single process whose event loop stops and logs it', async (t) => {
  const dir = mkdtempSync(path.join(tmpdir(), 'meldekette-watchdog-'));
  t.after(() => rm(dir, { recursive: true, force: true }));
  const program = path.join(dir, 'program.mjs');
  writeFileSync(
    program,
    `import { startWatchdog } from ${JSON.stringify(path.resolve(import.meta.dirname, 'watchdog.ts'))};
    startWatchdog(200, 20);
    setTimeout(() => { for (;;); }, 200);`,
  );
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (text) => {
    said += text;
  });
  const { promise, resolve } = Promise.withResolvers<[number | null, string | null]>();
  child.once('close', (...ended) => resolve(ended));
  assert.deepEqual(await promise, [null, 'SIGKILL']);
  assert.equal(JSON.parse(said).event, 'process_stuck');
});
