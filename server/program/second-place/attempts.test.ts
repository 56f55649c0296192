import assert from 'node:assert/strict';
import test from 'node:test';
import { Refusal } from '#server/platform/errors.ts';
import { countInMemory } from './attempts.ts';

const attempt = (work: () => void): string => {
  try {
    work();
    return 'taken';
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return error.key;
  }
};

test('an account waits after ten failures, at most a minute, and no longer after a success', () => {
  let now = 0;
  const attempts = countInMemory(() => now);
  const networks = Array.from({ length: 40 }, (_, n) => `192.0.2.${n}`);
  const from = (n: number) => attempt(() => attempts.begin('owner', networks[n]!));
  for (let n = 0; n < 10; n++) assert.equal(from(n), 'taken');
  assert.equal(from(10), 'too_many_attempts');
  assert.equal(
    attempt(() => attempts.begin('other', networks[10]!)),
    'taken',
    'others are not affected',
  );
  for (let n = 11; n < 30; n++) {
    now += 60_000;
    assert.equal(from(n), 'taken', 'a stranger can delay the owner by a minute only');
    assert.equal(from(n), 'too_many_attempts');
  }
  now += 60_000;
  assert.equal(from(30), 'taken');
  attempts.succeed('owner');
  assert.equal(from(31), 'taken');
});

test('a network has twenty attempts per minute', () => {
  let now = 0;
  const attempts = countInMemory(() => now);
  const outcomes = Array.from({ length: 25 }, (_, n) => attempt(() => attempts.begin(`account ${n}`, '192.0.2.1')));
  assert.equal(outcomes.filter((one) => one === 'taken').length, 20);
  assert.equal(
    attempt(() => attempts.begin('account', '192.0.2.2')),
    'taken',
  );
  now = 60_000;
  assert.equal(
    attempt(() => attempts.begin('account', '192.0.2.1')),
    'taken',
  );
});
