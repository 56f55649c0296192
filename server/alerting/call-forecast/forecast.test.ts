import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { CallLimit, CallTrunk } from '#shared/call-limits.ts';
import { type CallPlace, secondsUntilCalled } from './forecast.ts';

// A trunk in steps of half a second, which knows how each call will end.
interface Person {
  number: string;
  attempts: number;
  state: CallPlace['state'];
  due: number;
  claimed: number | null;
  begun: number | null;
  until: number;
  took: number | null;
}

interface Behaviour {
  /** Seconds of an answered call. */
  duration(random: () => number): number;
  /** Share of calls that no one answers. */
  unanswered: number;
  /** Share of calls that are busy. */
  busy: number;
}

interface Run {
  people: number;
  trunk: CallTrunk;
  behaviour: Behaviour;
  seed: number;
}

const step = 0.5;

function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Runs all calls; returns the whole time, or the state at `stopAt`. */
function run({ people: count, trunk, behaviour, seed }: Run, stopAt = Number.POSITIVE_INFINITY) {
  const random = randomOf(seed);
  for (let warm = 0; warm < 10; warm++) random();
  const people = Array.from({ length: count }, (_, at): Person => {
    const number = `+49${at % 3 === 0 ? '15' : '89'}${1000 + at}`;
    return { number, attempts: 0, state: 'waiting', due: 0, claimed: null, begun: null, until: 0, took: null };
  });
  const next = trunk.limits.map(() => 0);
  const of = (number: string) => trunk.limits.flatMap(({ prefix }, at) => (number.startsWith(prefix) ? [at] : []));
  let now = 0;
  for (; now < stopAt && people.some(({ state }) => state !== 'ended' && state !== 'unanswered'); now += step) {
    for (const one of people) {
      if (one.state !== 'calling' || one.begun === null || one.until > now) continue;
      const isReached = one.took === -1;
      one.took = now - one.claimed!;
      one.state = isReached ? 'ended' : one.attempts < trunk.calls ? 'repeating' : 'unanswered';
      one.due = now + trunk.pause;
    }
    const running = people.filter(({ state }) => state === 'calling');
    const used = trunk.limits.map((_, at) => running.filter(({ number }) => of(number).includes(at)).length);
    const due = people.filter(({ state, due: at }) => (state === 'waiting' || state === 'repeating') && at <= now);
    for (const one of due.sort((a, b) => a.due - b.due)) {
      const gates = of(one.number);
      if (gates.some((at) => used[at]! >= trunk.limits[at]!.most)) continue;
      for (const at of gates) used[at]!++;
      Object.assign(one, { state: 'calling', claimed: now, begun: null, took: null });
      one.attempts++;
    }
    for (const one of people) {
      if (one.state !== 'calling' || one.begun !== null) continue;
      const gates = of(one.number);
      if (gates.some((at) => next[at]! > now)) continue;
      for (const at of gates) next[at] = Math.max(next[at]!, now - step) + 1 / (trunk.limits[at]!.perSecond ?? 1000);
      const luck = random();
      one.begun = now;
      one.took = luck < behaviour.unanswered + behaviour.busy ? null : -1;
      const busy = luck < behaviour.busy;
      one.until = now + (one.took === -1 ? behaviour.duration(random) : busy ? 1 : trunk.ring);
    }
  }
  return { seconds: now, people };
}

const placesAt = (people: readonly Person[], now: number): CallPlace[] =>
  people.map(({ number, attempts, state, claimed, took, due }) => ({
    ...{ isOwn: true, number, attempts, state, due: due - now },
    since: claimed === null ? null : now - claimed,
    // a call without a result isn't stored with its end
    took: state === 'ended' || state === 'repeating' ? took : null,
  }));

const trunkOf = (
  lines: number,
  perSecond: number,
  more: Partial<CallTrunk> = {},
  limits: CallLimit[] = [],
): CallTrunk => ({
  limits: [{ prefix: '', most: lines, perSecond }, ...limits],
  ...{ calls: 3, pause: 60, ring: 30 },
  ...more,
});

const durations: Record<string, Behaviour['duration']> = {
  even: () => 28,
  'evenly spread': (random) => 10 + 40 * random(),
  'short or long': (random) => (random() < 0.6 ? 15 : 45),
  'long tail': (random) => 15 - 10 * Math.log(1 - random()),
};

/** Returns by how much the forecast at a third of the time misses the truth, as a share of it. */
function missed(wanted: Run): number {
  const { seconds } = run(wanted);
  const { people, seconds: now } = run(wanted, seconds / 3);
  const forecast = secondsUntilCalled(placesAt(people, now), wanted.trunk);
  return forecast === null ? Number.POSITIVE_INFINITY : Math.abs(now + forecast - seconds) / seconds;
}

for (const [name, duration] of Object.entries(durations))
  test(`after a third of the time the forecast is at most 10 % wrong: ${name}`, () => {
    const runs = fc.record({
      seed: fc.integer({ min: 1, max: 1e6 }),
      lines: fc.integer({ min: 10, max: 40 }),
      people: fc.integer({ min: 400, max: 500 }),
      unanswered: fc.constantFrom(0, 0.1, 0.3),
      busy: fc.constantFrom(0, 0.05),
      calls: fc.integer({ min: 1, max: 3 }),
      perSecond: fc.constantFrom(0.4, 2, 50),
      isLimited: fc.boolean(),
    });
    fc.assert(
      fc.property(runs, ({ seed, lines, people, unanswered, busy, calls, perSecond, isLimited }) => {
        const limits = isLimited ? [{ prefix: '+4915', most: Math.ceil(lines / 3), perSecond: 1 }] : [];
        const trunk = trunkOf(lines, perSecond, { calls }, limits);
        const miss = missed({ people, trunk, behaviour: { duration, unanswered, busy }, seed });
        assert.ok(miss <= 0.1, `${Math.round(100 * miss)} %`);
      }),
      { numRuns: 3, seed: 7 },
    );
  });

test('nothing is promised until enough calls have ended, nor for calls that all begin at once', () => {
  const trunk = trunkOf(10, 50);
  const wanted = { people: 40, trunk, behaviour: { duration: () => 28, unanswered: 0, busy: 0 }, seed: 1 };
  for (const [at, isKnown] of [
    [0, false],
    [20, false],
    [29, true],
  ] as const) {
    const { people, seconds } = run(wanted, at);
    assert.equal(secondsUntilCalled(placesAt(people, seconds), trunk) !== null, isKnown, `after ${at} s`);
  }
});
