import assert from 'node:assert/strict';
import test from 'node:test';
import { settledSoon } from './last-call.ts';

const never = () => new Promise<string>(() => {});
const statusesOf = (all: PromiseSettledResult<string>[]) => all.map(({ status }) => status);

test('does not wait for a server that never answers once another has answered', async () => {
  const all = await settledSoon([never(), Promise.resolve('primary'), Promise.reject(new Error('standby'))], 1);
  assert.deepEqual(statusesOf(all), ['rejected', 'fulfilled', 'rejected']);
});

test('waits for further answers after the first one', async () => {
  const second = Promise.withResolvers<string>();
  const asked = settledSoon([Promise.resolve('old primary'), second.promise], 60_000);
  setImmediate(() => second.resolve('new primary'));
  assert.deepEqual(statusesOf(await asked), ['fulfilled', 'fulfilled']);
});

test('waits for all while no answer is enough, such as one of a primary that may have a busy successor', async () => {
  const successor = Promise.withResolvers<string>();
  const asked = settledSoon([Promise.resolve('old primary'), successor.promise], 0, (one) => one !== 'old primary');
  setTimeout(() => successor.resolve('new primary'), 20);
  assert.deepEqual(statusesOf(await asked), ['fulfilled', 'fulfilled']);
});

test('waits for all while none is suitable', async () => {
  const second = Promise.withResolvers<string>();
  const asked = settledSoon([Promise.reject(new Error('standby')), second.promise], 0);
  setTimeout(() => second.resolve('primary'), 20);
  assert.deepEqual(statusesOf(await asked), ['rejected', 'fulfilled']);
  assert.deepEqual(statusesOf(await settledSoon([Promise.reject(new Error('away'))], 0)), ['rejected']);
});
