import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { after } from 'node:test';
import { pathToFileURL } from 'node:url';

const dir = mkdtempSync(path.join(tmpdir(), 'meldekette-run-'));
const program = path.join(dir, 'program.ts');
writeFileSync(
  program,
  `const signals: string[] = [];
  process.on('SIGTERM', () => {
    signals.push('SIGTERM');
    setTimeout(() => { console.log('ended by ' + signals.join(' ')); process.exit(7); }, 700);
  });
  setInterval(() => {}, 1000);
  console.log('ready ' + process.argv.slice(2).join(' '));`,
);
after(() => rm(dir, { recursive: true, force: true }));

// Collects the program's output until its end.
async function start(): Promise<{ runner: ChildProcess; said: Promise<string> }> {
  const runner = spawn(process.execPath, ['scripts/run.mjs', program, 'a b'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, npm_lifecycle_event: undefined },
  });
  let text = '';
  runner.stdout.setEncoding('utf8').on('data', (part: string) => (text += part));
  const said = once(runner.stdout, 'close').then(() => text);
  await once(runner.stdout, 'data');
  return { runner, said };
}

test('a signal to the start script ends the program once, and its exit code is passed on', async () => {
  const { runner, said } = await start();
  runner.kill('SIGTERM');
  runner.kill('SIGTERM');
  const [code] = await once(runner, 'exit');
  assert.equal(code, 7);
  assert.equal(await said, 'ready a b\nended by SIGTERM\n');
});

test('a program whose start script was killed ends in order', async () => {
  const { runner, said } = await start();
  runner.kill('SIGKILL');
  assert.equal(await said, 'ready a b\nended by SIGTERM\n');
});

// Replaces itself by the program, as run.mjs does for the server.
const replaced = path.join(dir, 'replaced.mjs');
const preload = pathToFileURL(path.resolve('scripts/in-place-of-launcher.mjs'));
writeFileSync(
  replaced,
  `const follow = ${JSON.stringify(`--import=${preload.href}`)} + '?pid=' + process.pid;
  process.execve(process.execPath, [process.execPath, follow, ${JSON.stringify(program)}], process.env);`,
);

test('a program in place of its start script ends after a killed npm', {
  skip: process.platform === 'win32',
}, async () => {
  const npm = spawn('sh', ['-c', '"$0" "$1"; true', process.execPath, replaced], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, npm_lifecycle_event: 'start' },
  });
  let text = '';
  npm.stdout.setEncoding('utf8').on('data', (part: string) => (text += part));
  const said = once(npm.stdout, 'close');
  await once(npm.stdout, 'data');
  npm.kill('SIGKILL');
  await said;
  assert.equal(text, 'ready \nended by SIGTERM\n');
});
