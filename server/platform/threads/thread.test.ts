import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createThread, type ThreadFailed } from './thread.ts';

const code = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', (question) => {
    if (question === 'loop') for (;;);
    if (question === 'search') /^(a+)+$/.test('a'.repeat(60) + 'b');
    if (question === 'end') process.exit(0);
    if (question === 'throw') throw new Error(question);
    if (question === 'fill') for (const kept = []; ; ) kept.push(new Array(100_000).fill(question));
    parentPort.postMessage(question);
  });
  parentPort.postMessage('ready');`;
const module = new URL(`data:text/javascript,${encodeURIComponent(code)}`);

const patient = createThread<string, string>(module, { longestMs: 600_000, mostMegabytes: 32 });
const impatient = createThread<string, string>(module, { longestMs: 200, mostMegabytes: 32 });
after(() => Promise.all([patient.close(), impatient.close()]));

const reasonOf = (failed: Promise<string>) => failed.then(assert.fail, ({ reason }: ThreadFailed) => reason);

test('a thread answers questions in turn and restarts after one that ended it', async () => {
  const asked = ['1', 'end', '2', 'throw', '3', 'fill', '4'].map((question) =>
    patient.ask(question).catch(({ reason }: ThreadFailed) => reason),
  );
  assert.deepEqual(await Promise.all(asked), ['1', 'ended', '2', 'ended', '3', 'memory', '4']);
});

test('ends a thread that takes too long, also within a regular expression', async () => {
  assert.equal(await reasonOf(impatient.ask('loop')), 'time');
  assert.equal(await reasonOf(impatient.ask('search')), 'time');
});

test('an abort signal of any origin ends the work', async () => {
  const leaving = new AbortController();
  const foreign = new Proxy(leaving.signal, {
    get: (signal, name) => {
      const value = Reflect.get(signal, name, signal);
      return typeof value === 'function' ? value.bind(signal) : value;
    },
  });
  const asking = reasonOf(patient.ask('loop', { signal: foreign }));
  setImmediate(() => leaving.abort());
  assert.equal(await asking, 'aborted');
  assert.equal(await reasonOf(patient.ask('5', { signal: leaving.signal })), 'aborted');
  assert.equal(await patient.ask('6'), '6');
});
