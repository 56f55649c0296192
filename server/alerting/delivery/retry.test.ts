import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { DeliveryError } from '#server/channels/channel.ts';
import { outcomeOfError } from './retry.ts';

const middle = () => 0.5;
const tried = (lane: 'alarm' | 'normal' | 'bulk', attempts: number, untold = false) => ({ lane, attempts, untold });
const temporary = new DeliveryError('temporary', 'recipient_deferred');
const delays = (lane: 'alarm' | 'bulk') =>
  [1, 2, 3, 4, 5, 6, 7].map((attempts) => outcomeOfError(temporary, tried(lane, attempts), 15, middle).delay);

test('retries alarms within seconds, others within minutes and hours', () => {
  assert.deepEqual(delays('alarm'), [2, 5, 10, 20, 40, 60, 60]);
  assert.deepEqual(delays('bulk'), [60, 300, 900, 1800, 3600, 7200, 7200]);
});

test('spreads delays by half in both directions', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.integer({ min: 1, max: 99 }), (random, attempts) => {
      const { delay } = outcomeOfError(temporary, tried('alarm', attempts), 15, () => random);
      const exact = outcomeOfError(temporary, tried('alarm', attempts), 15, middle).delay!;
      assert.ok(delay! >= exact * 0.5 && delay! <= exact * 1.5);
    }),
  );
});

test('respects a provider’s requested delay, within bounds', () => {
  const asked = (seconds: number) => new DeliveryError('temporary', 'channel_limit', { retryAfter: seconds });
  assert.equal(outcomeOfError(asked(30), tried('alarm', 1), 15, middle).delay, 30);
  assert.equal(outcomeOfError(asked(86_400), tried('alarm', 1), 15, middle).delay, 900);
  assert.equal(outcomeOfError(asked(86_400), tried('bulk', 1), 15, middle).delay, 3600);
});

test('a channel failure costs the recipient no attempt', () => {
  const outcome = outcomeOfError(new DeliveryError('channel', 'channel_unreachable'), tried('alarm', 1), 15, middle);
  assert.deepEqual([outcome.status, outcome.refund, outcome.delay], ['retrying', true, 2]);
});

test('an unknown outcome is sent once more, then counts as sent, unconfirmed; both are marked', () => {
  const unknown = new DeliveryError('unknown', 'outcome_unknown');
  const first = outcomeOfError(unknown, tried('alarm', 1), 15, middle);
  assert.deepEqual([first.status, first.delay, first.maybeDuplicate], ['retrying', 15, true]);
  const second = outcomeOfError(unknown, tried('alarm', 2, true), 15, middle);
  assert.deepEqual([second.status, second.reason, second.maybeDuplicate], ['sent', 'unconfirmed', true]);
  assert.equal(outcomeOfError(unknown, tried('bulk', 1), 15, middle).delay, 15);
});

test('retries a provider in trouble repeatedly for an alarm, once for other messages', () => {
  const answered = new DeliveryError('unknown', 'outcome_unknown', { answered: true });
  for (const untold of [false, true]) {
    const again = outcomeOfError(answered, tried('alarm', 4, untold), 15, middle);
    assert.deepEqual([again.status, again.delay, again.maybeDuplicate, again.untold], ['retrying', 20, true, false]);
  }
  assert.equal(outcomeOfError(answered, tried('normal', 1), 15, middle).delay, 15);
  assert.equal(outcomeOfError(answered, tried('normal', 2, true), 15, middle).status, 'sent');
});

test('on a broken channel, an unknown outcome is repeated once for an alarm, never for other messages, and fails', () => {
  const page = new DeliveryError('unknown', 'channel_misconfigured', { broken: true });
  const first = outcomeOfError(page, tried('alarm', 1), 15, middle);
  assert.deepEqual([first.status, first.delay, first.maybeDuplicate], ['retrying', 15, true]);
  for (const last of [tried('alarm', 2, true), tried('normal', 1), tried('bulk', 1)]) {
    const { status, reason, maybeDuplicate } = outcomeOfError(page, last, 15, middle);
    assert.deepEqual([status, reason, maybeDuplicate], ['failed', 'outcome_unknown', true]);
  }
});

test('a permanent failure is final', () => {
  const outcome = outcomeOfError(new DeliveryError('permanent', 'address_unknown'), tried('alarm', 1), 15);
  assert.deepEqual([outcome.status, outcome.reason], ['failed', 'address_unknown']);
});
