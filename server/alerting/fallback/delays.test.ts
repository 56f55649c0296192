import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { standardSteps } from '#shared/alarm-steps.ts';
import { dealDelays } from './delays.ts';

const types = ['webpush', 'email', 'sms', 'voice'];
const all = types.map((channelType, id) => ({ id, channelType }));
const dealt = (own: string[], order: string[] = [], chosen = types) => {
  const of = (wanted: string[]) => all.filter(({ channelType }) => wanted.includes(channelType));
  const delays = dealDelays(standardSteps, of(chosen), of(own), order);
  return Object.fromEntries(own.map((type) => [type, delays.get(types.indexOf(type))]));
};

test('the standard order; a missing step moves on at once, later ones keep their gaps', () => {
  assert.deepEqual(dealt(types), { webpush: 0, email: 0, sms: 20, voice: 80 });
  assert.deepEqual(dealt(['sms', 'voice']), { sms: 0, voice: 60 });
  assert.deepEqual(dealt(['email', 'voice']), { email: 0, voice: 20 });
  assert.deepEqual(dealt(['voice'], [], ['voice']), { voice: 0 });
  assert.deepEqual(dealt(types, ['voice', 'sms']), { voice: 0, sms: 0, webpush: 20, email: 80 });
  assert.deepEqual(dealt(['email', 'sms', 'voice'], ['voice']), { voice: 0, email: 20, sms: 80 });
});

test('for all steps, addresses and orders the first comes at once, and the rest on time', () => {
  const some = fc.subarray(types, { minLength: 1 });
  const steps = fc.dictionary(fc.constantFrom(...types), fc.nat({ max: 3600 }));
  fc.assert(
    fc.property(steps, some, fc.shuffledSubarray(types), (plan, names, order) => {
      const own = all.filter(({ channelType }) => names.includes(channelType));
      const delays = dealDelays(plan, all, own, order);
      assert.equal(delays.size, own.length);
      assert.equal(Math.min(...delays.values()), 0);
      assert.ok(Math.max(...delays.values()) <= Math.max(0, ...Object.values(plan)));
      const inOrder = own.filter(({ channelType }) => order.includes(channelType));
      inOrder.sort((a, b) => order.indexOf(a.channelType) - order.indexOf(b.channelType));
      const moments = inOrder.map(({ id }) => delays.get(id)!);
      assert.deepEqual(
        moments,
        moments.toSorted((a, b) => a - b),
      );
    }),
  );
});
