import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import test from 'node:test';
import { hasEnded, machinePrefix, nameProcess } from './process-id.ts';

const moduleUrl = new URL('./process-id.ts', import.meta.url).href;

/** A process that prints its name and goes on. */
async function startNamed() {
  const script = `const { nameProcess } = await import(${JSON.stringify(moduleUrl)});
    console.log(nameProcess()); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [text] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, name: String(text).trim() };
}

test('a process of this machine has ended after a kill, not while it runs or is stopped', async () => {
  const { child, name } = await startNamed();
  assert.ok(name.startsWith(machinePrefix()!));
  assert.equal(hasEnded(name), false);
  child.kill('SIGSTOP');
  assert.equal(hasEnded(name), false);
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
  assert.equal(hasEnded(name), true);
});

test('a number of a later process proves that the earlier one has ended', () => {
  const [machine, pid, start, rest] = nameProcess().split('.');
  const earlier = (Number.parseInt(start!, 36) - 1).toString(36);
  assert.equal(hasEnded([machine, pid, earlier, rest].join('.')), true);
  assert.equal(hasEnded(nameProcess()), false);
});

test('decides nothing about processes of other machines and earlier releases', () => {
  const free = (2 ** 22 + 1).toString(36); // above the largest process number
  assert.equal(hasEnded(`othermachine.${free}.1.x`), false);
  assert.equal(hasEnded('8e6f6d0c-5d0b-4b0e-9f0a-3d0a2c1b4e5f'), false);
  assert.equal(hasEnded(''), false);
  assert.equal(hasEnded(`${machinePrefix()}${free}.1.x`), true);
});

test('two names of one process differ', () => assert.notEqual(nameProcess(), nameProcess()));
