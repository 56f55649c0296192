import assert from 'node:assert/strict';
import test from 'node:test';
import { inOneLine, sharedRests } from './common-rests.ts';

test('rests that begin together end together, within the times of each', () => {
  const restFor = sharedRests();
  const hour = 3_600_000;
  const first = restFor([hour, 2 * hour]);
  const second = restFor([hour, 2 * hour]);
  const longer = restFor([8 * hour, 12 * hour]);
  assert.ok(first >= hour && first <= 2 * hour);
  assert.ok(Math.abs(first - second) < 60_000, 'the second ends with the first');
  assert.ok(longer >= 8 * hour && longer <= 12 * hour, 'a longer one does not end with them');
  const shorter = restFor([1_000, 2_000]);
  assert.ok(shorter >= 1_000 && shorter <= 2_000);
});

test('work begins after the end of the work before it, even after a failure', async () => {
  const afterOthers = inOneLine(3_600_000);
  const events: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = afterOthers(async () => {
    events.push('first begins');
    await promise;
    events.push('first ends');
    throw new Error('of the test');
  });
  const second = afterOthers(async () => events.push('second begins'));
  await new Promise(setImmediate);
  assert.deepEqual(events, ['first begins']);
  resolve();
  await assert.rejects(first, /of the test/);
  await second;
  assert.deepEqual(events, ['first begins', 'first ends', 'second begins']);
});

test('work does not wait for work that hangs', async () => {
  const afterOthers = inOneLine(1);
  void afterOthers(() => new Promise(() => {}));
  assert.equal(await afterOthers(async () => 'done'), 'done');
});
