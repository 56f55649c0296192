import assert from 'node:assert/strict';
import test from 'node:test';
import { NotStarted } from '#server/channels/channel.ts';
import { until } from '#testing/until.ts';
import { CallGates, type CallLimit, limitLine } from './call-gates.ts';

const all = (most: number, perSecond: number | null = null): CallLimit => ({ prefix: '', most, perSecond });

/** Makes calls that last until they are ended; keeps the greatest number at once by prefix. */
function calling(gates: CallGates) {
  const running: { to: string; end: () => void }[] = [];
  const begun: { to: string; at: number }[] = [];
  return {
    running,
    begun,
    to: (to: string) => running.filter((one) => one.to.startsWith(to)).length,
    call: (to: string) =>
      gates.through(to, async () => {
        begun.push({ to, at: performance.now() });
        await new Promise<void>((resolve) => running.push({ to, end: resolve }));
        running.splice(
          running.findIndex((one) => one.to === to),
          1,
        );
      }),
  };
}

test('never more calls at once than the trunk, a prefix, and a prefix within it permit; others pass by', async () => {
  const gates = new CallGates([
    all(6),
    { prefix: '+49', most: 4, perSecond: null },
    { prefix: '+4915', most: 2, perSecond: null },
  ]);
  const { running, begun, to, call } = calling(gates);
  const numbers = ['+49151', '+49152', '+49153', '+49154', '+4930', '+4931', '+4932', '+4311', '+4312', '+4313'];
  const ends = numbers.map((number) => call(number));
  let rounds = 0;
  while (begun.length < numbers.length || running.length) {
    await until(() => running.length > 0);
    assert.ok(to('+4915') <= 2 && to('+49') <= 4 && running.length <= 6);
    if (rounds++ === 0) assert.deepEqual([to('+4915'), to('+49'), running.length], [2, 4, 6], 'no room is left unused');
    running[0]!.end();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(ends);
});

test('calls to a prefix begin at its rate, and those of the trunk at theirs', async () => {
  const gates = new CallGates([all(50, 50), { prefix: '+41', most: 50, perSecond: 10 }]);
  const { running, begun, call } = calling(gates);
  const ends = [...Array(5).keys()].flatMap((at) => [call(`+41${at}`), call(`+49${at}`)]);
  await until(() => begun.length === 10);
  for (const one of [...running]) one.end();
  await Promise.all(ends);
  for (const [prefix, gap] of [
    ['+41', 100],
    ['', 20],
  ] as const) {
    const times = begun.filter((one) => one.to.startsWith(prefix)).map(({ at }) => at);
    const least = (times.length - 2) * gap; // a late timer may be made up for once
    assert.ok(times.at(-1)! - times[0]! >= least, `${prefix} ${times}`);
  }
  assert.ok(begun.slice(0, 6).some(({ to }) => to === '+494') || begun.findIndex(({ to }) => to === '+494') < 8);
});

test('a call whose prefix stays full returns to the queue, and leaves no trace', async () => {
  const gates = new CallGates([all(5), { prefix: '+41', most: 1, perSecond: null }]);
  const { running, call } = calling(gates);
  const first = call('+411');
  await assert.rejects(call('+412'), NotStarted);
  running[0]!.end();
  await first;
  const second = call('+412');
  await until(() => running.length === 1);
  running[0]!.end();
  await second;
});

test('reads limits with and without a rate; others are refused', () => {
  assert.deepEqual(limitLine('+4915 4 1'), { prefix: '+4915', most: 4, perSecond: 1 });
  assert.deepEqual(limitLine(' +49: 20 '), { prefix: '+49', most: 20, perSecond: null });
  assert.deepEqual(limitLine('+43 2 0,5'), { prefix: '+43', most: 2, perSecond: 0.5 });
  for (const line of ['4915 4', '+4915', '+4915 0', '+4915 4 0', '+4915 4 x', '+4915 4 1 1', '+ 4'])
    assert.equal(limitLine(line), null, line);
});

test('callers get half of the places, none while calls use all, and calls wait for what callers use', async () => {
  const gates = new CallGates([all(4), { prefix: '+49', most: 9, perSecond: null }]);
  const { running, begun, call } = calling(gates);
  const [first, second, third] = [gates.takePlace(), gates.takePlace(), gates.takePlace()];
  assert.deepEqual([typeof first, typeof second, third], ['function', 'function', null]);
  const ends = ['+49151', '+49152', '+49153', '+49154'].map((number) => call(number));
  await until(() => running.length === 2);
  first!();
  await until(() => running.length === 3);
  second!();
  await until(() => running.length === 4);
  assert.equal(gates.takePlace(), null);
  for (const { end } of [...running]) end();
  await Promise.all(ends);
  assert.equal(begun.length, 4);
  assert.equal(typeof new CallGates([all(1)]).takePlace(), 'function', 'the only line takes a caller while it is free');
});
