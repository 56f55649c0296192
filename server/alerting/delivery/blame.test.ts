import assert from 'node:assert/strict';
import test from 'node:test';
import { createBlame } from './blame.ts';

test('blames the channel for refusals of ten people in a row, not of one person ten times', () => {
  const blame = createBlame(10_000, () => 0);
  for (let n = 0; n < 30; n++) assert.equal(blame.refused(7), false);
  for (let n = 11; n < 19; n++) assert.equal(blame.refused(n), false);
  assert.equal(blame.refused(19), true);
  assert.equal(blame.refused(20), true);
  blame.good();
  assert.equal(blame.refused(21), false);
});

test('counts deferrals apart from refusals', () => {
  const blame = createBlame(10_000, () => 0);
  for (let n = 0; n < 9; n++) assert.deepEqual([blame.refused(n), blame.deferred(n)], [false, false]);
  assert.equal(blame.deferred(8), false, 'the same one again');
  assert.equal(blame.deferred(9), true);
  blame.good();
  assert.equal(blame.deferred(10), false);
});

test('does not blame a channel that worked within the hour for ten unknown people in a row', () => {
  let time = 0;
  const blame = createBlame(10_000, () => time);
  blame.good();
  time = 3_500_000;
  for (let n = 0; n < 19; n++) assert.equal(blame.refused(n), false, String(n));
  assert.equal(blame.refused(19), true, 'twenty are no chance any more');
  blame.good();
  time += 3_700_000;
  for (let n = 0; n < 9; n++) assert.equal(blame.refused(n), false);
  assert.equal(blame.refused(9), true, 'what worked over an hour ago may be broken by now');
});

test('a channel that refuses one of twenty refuses that recipient, finally at the third try', () => {
  let time = 0;
  const blame = createBlame(10_000, () => time);
  blame.good();
  time = 2_000;
  assert.deepEqual(
    [1, 2].map((recipient) => blame.channelRefused(recipient)),
    ['perhaps', 'perhaps'],
  );
  time = 4_000;
  assert.equal(blame.channelRefused(1), 'again');
  time = 90_000;
  assert.equal(blame.channelRefused(1), 'recipient');
  assert.equal(blame.channelRefused(2), 'again');
});

test('a first refusal waits for the results of messages in progress, the last one does not', () => {
  const blame = createBlame(10_000, () => 0);
  const ends = [1, 2, 3].map(() => blame.begin());
  const verdicts = ends.map((end, at) => {
    const verdict = blame.channelRefused(at);
    end();
    return verdict;
  });
  assert.deepEqual(verdicts, ['perhaps', 'perhaps', 'channel']);
});

test('a channel without a success stays the one to blame', () => {
  let time = 20_000;
  const blame = createBlame(10_000, () => time);
  for (let n = 0; n < 5; n++) assert.equal(blame.channelRefused(1), 'channel');
  time = 30_000;
  blame.good();
  assert.equal(blame.channelRefused(1), 'recipient', 'others get through again, and this one does not');
});
