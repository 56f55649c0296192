import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '#server/platform/context.ts';
import { type Loop, startLoop } from '#server/platform/nodes/loop.ts';
import type { OtherPlaceLook } from './other-place.ts';

/** Looks at the other place, again and again. */
export interface OtherPlaceWatch {
  /** Returns whether a recent look allows this process to send. Otherwise looks at once. */
  mayWork(): boolean;
  stop(): Promise<void>;
}

interface Clocks {
  /** Milliseconds that never jump, but may stand still while the machine sleeps. */
  steady(): number;
  /** Milliseconds by the wall clock. */
  wall(): number;
}

const realClocks: Clocks = { steady: () => performance.now(), wall: () => Date.now() };

export const usualLooks = {
  /** Milliseconds between two looks. */
  every: 3_000,
  /** The same while the other place may have been released. */
  often: 1_000,
  /** A look counts for this long from its beginning; longer than `every` and a look without an answer. */
  valid: 8_000,
  /** Milliseconds by which the two clocks may differ: more means that the machine slept, or a snapshot of it went on. */
  drift: 3_000,
};

type Parts = Pick<App, 'db' | 'log'>;

/**
 * Looks once before it returns, and then repeatedly. A look that fails counts too, because a cut between the places
 * must not stop alarms; a hold that the database can't record doesn't. Doesn't wait for the first look after a person's
 * decision, or if this installation is new.
 */
export async function watchOtherPlace(
  { db, log }: Parts,
  look: () => Promise<OtherPlaceLook>,
  looks = usualLooks,
  clocks = realClocks,
): Promise<OtherPlaceWatch> {
  const now = () => ({ steady: clocks.steady(), wall: clocks.wall() });
  let looked: ReturnType<typeof now> | null = null;
  let isUncertain = true;
  let begun = 0;
  let newest = 0;
  let failed = '';
  const begin = async () => {
    const number = ++begun;
    const at = now(); // an answer may have waited while this process was stopped
    try {
      const found = await look();
      if (number < newest) return;
      newest = number;
      isUncertain = found.isUncertain;
      looked = found.hasHeld ? null : at;
      failed = '';
    } catch (error) {
      looked = null;
      isUncertain = true;
      const { name, code } = error as Error & { code?: string };
      if (failed !== name) log.error({ event: 'other_place_failed', error: name, code });
      failed = name;
    }
  };
  const isRecent = () => {
    if (!looked) return false;
    const [steady, wall] = [clocks.steady() - looked.steady, clocks.wall() - looked.wall];
    return steady < looks.valid && Math.abs(wall - steady) < looks.drift;
  };
  const { home } = await db.selectFrom('installation').select('home').executeTakeFirstOrThrow();
  if (home === null) looked = now();
  else await begin();
  let wokenFor: typeof looked | undefined;
  let begunAt = clocks.steady();
  // looks overlap, because one begun during a cut gets no answer for seconds after it
  const turn = async () => {
    begunAt = clocks.steady();
    const ended = new AbortController();
    await Promise.race([
      begin(),
      sleep(looks.often, null, { signal: ended.signal, ref: false }).then(() => (isUncertain = true)),
    ]).finally(() => ended.abort());
  };
  const pauses = () => {
    const time = isUncertain ? Math.max(0, looks.often - (clocks.steady() - begunAt)) : looks.every;
    return [time, time] as const;
  };
  const loop: Loop = startLoop(log, 'other_place', pauses, turn);
  return {
    mayWork() {
      if (isRecent()) return true;
      if (wokenFor !== looked) loop.wake();
      wokenFor = looked;
      return false;
    },
    stop: () => loop.stop(),
  };
}
