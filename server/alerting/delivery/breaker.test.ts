import assert from 'node:assert/strict';
import test from 'node:test';
import { createBreaker } from './breaker.ts';

const failure = { broken: false, wait: null };

test('opens at ten failures of twenty, tries one every ten seconds, closes after three successes', () => {
  let time = 0;
  const breaker = createBreaker(10_000, () => time);
  for (let n = 0; n < 9; n++) {
    breaker.good();
    breaker.bad(failure);
  }
  assert.equal(breaker.open, false);
  breaker.bad(failure);
  assert.deepEqual([breaker.open, breaker.limit()], [true, 0]);
  time = 9_999;
  assert.equal(breaker.limit(), 0);
  time = 10_000;
  assert.equal(breaker.limit(), 1);
  breaker.bad(failure);
  assert.equal(breaker.limit(), 0);
  time = 20_000;
  for (let n = 0; n < 3; n++) {
    assert.equal(breaker.limit(), 1);
    breaker.good();
  }
  assert.deepEqual([breaker.open, breaker.limit()], [false, Number.POSITIVE_INFINITY]);
});

test('few failures among many successes leave it closed', () => {
  const breaker = createBreaker(10_000, () => 0);
  for (let n = 0; n < 200; n++) n % 3 === 0 ? breaker.bad(failure) : breaker.good();
  assert.equal(breaker.open, false);
});

test('wrong credentials open it at once, and it respects a requested delay', () => {
  let time = 0;
  const breaker = createBreaker(10_000, () => time);
  breaker.bad({ broken: true, wait: null });
  assert.equal(breaker.limit(), 0);
  const polite = createBreaker(10_000, () => time);
  polite.bad({ broken: false, wait: 30 });
  time = 29_000;
  assert.equal(polite.limit(), 0);
  time = 30_000;
  assert.equal(polite.limit(), 1);
});

test('respects a requested delay despite messages in progress, for at most 15 minutes', () => {
  let time = 0;
  const breaker = createBreaker(10_000, () => time);
  breaker.bad({ broken: false, wait: 30 });
  breaker.good();
  breaker.bad(failure);
  time = 29_999;
  assert.equal(breaker.limit(), 0);
  time = 30_000;
  assert.equal(breaker.limit(), 1);
  breaker.bad({ broken: false, wait: 86_400 });
  time = 30_000 + 899_999;
  assert.equal(breaker.limit(), 0);
  time = 30_000 + 900_000;
  for (let n = 0; n < 3; n++) {
    assert.deepEqual([breaker.open, breaker.limit()], [true, 1]);
    breaker.good();
  }
  assert.equal(breaker.open, false);
});
