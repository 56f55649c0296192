import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';

const source = pathToFileURL(path.resolve(import.meta.dirname, 'log.ts')).href;

/** Runs a program that logs to this file; returns its exit code, or null if it does not end. */
function run(code: string, output: number | 'pipe') {
  const program = `import { createLog } from ${JSON.stringify(source)}; const log = createLog('info'); ${code}`;
  return spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', output, 'pipe'],
    encoding: 'utf8',
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
}

// its writes fail like those to a full disk or to a terminal that has ended
const full = '/dev/full';

test('a log that cannot be written neither ends the program nor keeps it from ending', {
  skip: !existsSync(full),
}, (t) => {
  const output = openSync(full, 'w');
  t.after(() => closeSync(output));
  const ends = [
    `log.info({ event: 'last' }); process.exit(7);`,
    `log.info({ event: 'first' }); await new Promise((resolve) => setTimeout(resolve, 200));
     log.info({ event: 'last' }); process.exit(7);`,
  ];
  for (const code of ends) {
    const { status, stderr } = run(code, output);
    assert.equal(status, 7, stderr);
  }
});

test('the last lines before the end of the program are written', () => {
  const { status, stdout } = run(
    `for (let n = 1; n <= 50; n++) log.info({ event: 'e' + n }); process.exit(7);`,
    'pipe',
  );
  assert.equal(status, 7);
  const events = stdout
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { event: string }).event);
  // the first write may be on its way in another thread: it ends with the process, or comes later
  assert.deepEqual(
    events.filter((event) => event !== 'e1'),
    Array.from({ length: 49 }, (_, at) => `e${at + 2}`),
  );
});
