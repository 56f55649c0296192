import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { NotStarted } from '#server/channels/channel.ts';
import { badLimitLine, type CallLimit, limitLine } from '#shared/call-limits.ts';
import { until } from '#testing/until.ts';
import { CallGates } from './call-gates.ts';

const all = (most: number, perSecond: number | null = null): CallLimit => ({ prefix: '', most, perSecond });

/** Makes calls that last until they are ended; keeps the greatest number at once by prefix. */
function calling(gates: CallGates) {
  const running: { to: string; end: () => void }[] = [];
  const begun: { to: string; at: number }[] = [];
  const through = (to: string) =>
    gates.through(to, async () => {
      begun.push({ to, at: performance.now() });
      await new Promise<void>((resolve) => running.push({ to, end: resolve }));
      running.splice(
        running.findIndex((one) => one.to === to),
        1,
      );
    });
  return {
    running,
    begun,
    to: (to: string) => running.filter((one) => one.to.startsWith(to)).length,
    /** As the queue does, but sooner, it calls again if it was sent back. */
    call: async (to: string) => {
      for (;;)
        try {
          return await through(to);
        } catch (error) {
          if (!(error instanceof NotStarted)) throw error;
          await sleep(5);
        }
    },
    through,
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
});

test('a call whose prefix stays full returns to the queue, and leaves no trace', async () => {
  const gates = new CallGates([all(5), { prefix: '+41', most: 1, perSecond: null }]);
  const { running, through } = calling(gates);
  const first = through('+411');
  await assert.rejects(through('+412'), NotStarted);
  running[0]!.end();
  await first;
  const second = through('+412');
  await until(() => running.length === 1);
  running[0]!.end();
  await second;
});

test('people who share a number are called one after the other, and others at the same time', async () => {
  const { running, through } = calling(new CallGates([all(5)]));
  const first = through('+411');
  await assert.rejects(through('+411'), (error) => error instanceof NotStarted && error.seconds > 0);
  const other = through('+412');
  await until(() => running.length === 2);
  for (const one of [...running]) one.end();
  await Promise.all([first, other]);
  const second = through('+411');
  await until(() => running.length === 1);
  running[0]!.end();
  await second;
});

test('most calls to a full prefix return at once, at times as it may take them, and keep no place from others', async () => {
  for (const [limit, times] of [
    [{ prefix: '+41', most: 1, perSecond: null }, [1, 1.5, 2, 2.5]],
    [{ prefix: '+41', most: 4, perSecond: 0.5 }, [1, 3, 5, 7, 9, 10, 10]],
    [{ prefix: '+41', most: 8, perSecond: 4 }, [1, 1.25, 1.5, 1.75]],
  ] as const) {
    const gates = new CallGates([all(12), limit]);
    const { running, through } = calling(gates);
    const calls = ['+410', '+411', ...times.map((_, at) => `+412${at}`)].map((to) => through(to));
    const seconds = await Promise.all(calls.slice(2).map((one) => one.catch((error: NotStarted) => error.seconds)));
    for (const [at, second] of seconds.entries()) assert.ok(Math.abs(Number(second) - times[at]!) < 0.4, `${seconds}`);
    const other = through('+431');
    await until(() => running.some(({ to }) => to === '+431'));
    calls[1]!.catch(() => {}); // it waits for the prefix
    for (const one of [...running]) one.end();
    await Promise.all([calls[0], other]);
  }
});

test('reads limits with and without a rate; others are refused', () => {
  assert.deepEqual(limitLine('+4915 4 1'), { prefix: '+4915', most: 4, perSecond: 1 });
  assert.deepEqual(limitLine(' +49: 20 '), { prefix: '+49', most: 20, perSecond: null });
  assert.deepEqual(limitLine('+43 2 0,5'), { prefix: '+43', most: 2, perSecond: 0.5 });
  for (const line of ['4915 4', '+4915', '+4915 0', '+4915 4 0', '+4915 4 x', '+4915 4 1 1', '+ 4'])
    assert.equal(limitLine(line), null, line);
  assert.deepEqual(badLimitLine('+4915 4 1\n\n 0151 viel \nx'), { number: 3, line: '0151 viel' });
  assert.equal(badLimitLine('+4915 4 1; +43 2\r\n\n'), null);
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
