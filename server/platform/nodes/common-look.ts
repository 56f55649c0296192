import type { Logger } from '#server/platform/log.ts';
import { type Loop, type Pause, startLoop } from './loop.ts';

/** Returns the names of the loops with due work. */
export type LookForWork = () => Promise<readonly string[]>;

/** Looks for the work of several loops at once. */
export interface CommonLook {
  /** The functions that wake the loops, by name. */
  wakes: Map<string, () => void>;
  /** Returns whether the last look succeeded in time. */
  isWell(): boolean;
  start(log: Logger, look: LookForWork): Loop;
}

interface Surroundings {
  /** Returns whether the loops look for themselves. */
  isBusy(): boolean;
  /** Lets the loops look for themselves. */
  endRests(): void;
  /** Returns the milliseconds until the next look. */
  rest(): number;
  /** Milliseconds until a look counts as hung. A slower one counts as failed. */
  patience: number;
}

/** Returns a look that is not started yet. A name without a loop is a failure, as of a later release. */
export function commonLook({ isBusy, endRests, rest, patience }: Surroundings): CommonLook {
  const wakes = new Map<string, () => void>();
  let isWell = false;
  const fail = () => {
    if (isWell) endRests();
    isWell = false;
  };
  const wake = (name: string) => {
    const found = wakes.get(name);
    if (!found) throw new Error(`no loop ${name}`);
    found();
  };
  const turn = async (look: LookForWork) => {
    if (isBusy()) return;
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      fail();
    }, patience);
    try {
      const due = await look();
      for (const name of due) wake(name);
      isWell = !isLate;
    } catch (error) {
      fail();
      throw error;
    } finally {
      clearTimeout(late);
    }
  };
  const pauses = (): Pause => {
    const time = rest();
    return [time, time];
  };
  return {
    wakes,
    isWell: () => isWell,
    start: (log, look) => startLoop(log, 'resting_work', pauses, () => turn(look)),
  };
}
