import type { CallLimit, CallTrunk } from '#shared/call-limits.ts';
import { type DurationAt, durationsOf, evenRanks, type ObservedCall } from './call-durations.ts';
import { DueHeap } from './due-heap.ts';

/** A person's place in a running message; times in seconds relative to now. */
export interface CallPlace {
  /** Whether it belongs to the message of the forecast, not to another one on the same channel. */
  isOwn: boolean;
  number: string;
  state: 'waiting' | 'calling' | 'repeating' | 'ended' | 'unanswered';
  /** Calls so far, including the running one. */
  attempts: number;
  /** Age of the last call; null before the first. */
  since: number | null;
  /** How long the last call took since its claim, if known. */
  took: number | null;
  /** When the next call is due. */
  due: number;
}

interface Call {
  isOwn: boolean;
  /** Its place in the order of arrival. */
  order: number;
  attempts: number;
  gates: readonly Gate[];
}

interface Gate extends CallLimit {
  used: number;
  next: number;
}

const fewestEnded = 3;

/**
 * Returns the seconds until all people of a message will have been called, with planned repeats; null while nothing
 * can be known. It simulates the remaining calls, with the durations and repeats seen so far.
 */
export function secondsUntilCalled(places: readonly CallPlace[], trunk: CallTrunk): number | null {
  const begun = withBeginnings(places, trunk.limits);
  const observed = begun.flatMap((one) => observedIn(one, trunk));
  const ended = observed.filter(({ isOver }) => isOver).length;
  if (ended < fewestEnded || ended < (observed.length - ended) / 2) return null;
  return simulate(begun, trunk, durationsOf(observed), repeatShares(places, trunk.calls));
}

interface Begun extends CallPlace {
  /** Seconds since the call began; null if it waits for its turn. */
  age: number | null;
}

/** Subtracts the time that calls waited for the rate of the trunk, in the order of their claims. */
function withBeginnings(places: readonly CallPlace[], limits: readonly CallLimit[]): Begun[] {
  const gap = Math.max(...limits.filter(({ prefix }) => !prefix).map((one) => 1 / (one.perSecond ?? Infinity)));
  let next = Number.NEGATIVE_INFINITY;
  return places
    .toSorted((a, b) => (b.since ?? 0) - (a.since ?? 0))
    .map((one) => {
      if (one.since === null || one.state === 'waiting') return { ...one, age: null };
      const begins = Math.max(-one.since, next);
      next = begins + gap;
      return { ...one, age: begins <= 0 ? -begins : null };
    });
}

function observedIn({ state, since, took, age }: Begun, { ring }: CallTrunk): ObservedCall[] {
  if (age === null || since === null) return [];
  if (state === 'calling') return [{ seconds: age, isOver: false }];
  if (took !== null) return [{ seconds: Math.max(0, took - (since - age)), isOver: true }];
  return state === 'unanswered' ? [{ seconds: ring, isOver: true }] : [];
}

/** Returns the share of calls that is followed by another one, by the number of the call from 1. */
function repeatShares(places: readonly CallPlace[], most: number): number[] {
  const shares: number[] = [];
  for (let call = 1; call < most; call++) {
    const over = places.filter(({ attempts, state }) => attempts > call || (attempts === call && state !== 'calling'));
    const again = over.filter(({ attempts, state }) => attempts > call || state === 'repeating').length;
    const before = shares.at(-1) ?? 0;
    // few calls say little, so the share before counts as some more
    const weight = call === 1 ? 0 : 5;
    shares.push(over.length + weight ? (again + weight * before) / (over.length + weight) : before);
  }
  return shares;
}

function simulate(
  places: readonly Begun[],
  { limits, calls, pause }: CallTrunk,
  durationAt: DurationAt,
  shares: readonly number[],
): number | null {
  const gates = limits.map((limit): Gate => ({ ...limit, used: 0, next: 0 }));
  const queues = new Map<string, { gates: readonly Gate[]; calls: Call[]; at: number }>();
  const [ends, due] = [new DueHeap<Call>(), new DueHeap<Call>()];
  const ranks = evenRanks();
  const carried = shares.map(() => 0.5);
  let [left, last, arrived] = [0, 0, 0];
  const headOf = ({ calls: all, at }: { calls: Call[]; at: number }) => all[at]!.order;
  const callOf = ({ isOwn, attempts, number }: CallPlace): Call => ({
    ...{ isOwn, attempts, order: 0 },
    gates: gates.filter(({ prefix }) => number.startsWith(prefix)),
  });
  const start = (call: Call, now: number, duration: number) => {
    for (const gate of call.gates) gate.used++;
    ends.add(now + duration, call);
  };
  for (const one of places.toSorted((a, b) => a.due - b.due)) {
    if (one.isOwn && isOpen(one)) left++;
    if (one.state === 'calling' && one.age !== null)
      start(callOf(one), 0, durationAt(ranks.next().value, one.age) - one.age);
    else if (one.state === 'calling') due.add(Math.min(one.due, 0), { ...callOf(one), attempts: one.attempts - 1 });
    else if (isOpen(one)) due.add(one.due, callOf(one));
  }
  const admit = (now: number) => {
    for (;;) {
      const open = [...queues.values()].filter(
        (queue) =>
          queue.at < queue.calls.length && queue.gates.every(({ used, most, next }) => used < most && next <= now),
      );
      const queue = open.reduce<(typeof open)[number] | null>(
        (first, one) => (first && headOf(first) < headOf(one) ? first : one),
        null,
      );
      if (!queue) return;
      const call = queue.calls[queue.at++]!;
      for (const gate of call.gates)
        if (gate.perSecond) gate.next = Math.max(gate.next, now - 1 / gate.perSecond) + 1 / gate.perSecond;
      call.attempts++;
      start(call, now, durationAt(ranks.next().value));
    }
  };
  const end = (call: Call, now: number) => {
    for (const gate of call.gates) gate.used--;
    if (call.attempts < calls && repeats(carried, shares, call.attempts)) {
      due.add(now + pause, call);
      return;
    }
    if (!call.isOwn) return;
    left--;
    last = now;
  };
  for (let now = 0; left > 0; ) {
    while (due.next <= now) {
      const call = due.take();
      call.order = arrived++;
      const key = call.gates.map((gate) => gates.indexOf(gate)).join();
      const queue = queues.get(key) ?? { gates: call.gates, calls: [], at: 0 };
      queue.calls.push(call);
      queues.set(key, queue);
    }
    admit(now);
    const waiting = [...queues.values()].filter((queue) => queue.at < queue.calls.length);
    const opening = waiting.map((queue) => Math.max(...queue.gates.map(({ next }) => next))).filter((at) => at > now);
    now = Math.min(ends.next, due.next, ...opening);
    if (now === Number.POSITIVE_INFINITY) return null;
    while (ends.next <= now) end(ends.take(), now);
  }
  return last;
}

const isOpen = ({ state }: CallPlace): boolean => state !== 'ended' && state !== 'unanswered';

/** Spreads the repeats evenly over the calls. */
function repeats(carried: number[], shares: readonly number[], attempts: number): boolean {
  const at = attempts - 1;
  carried[at] = (carried[at] ?? 0) + (shares[at] ?? 0);
  if (carried[at] < 1) return false;
  carried[at]--;
  return true;
}
