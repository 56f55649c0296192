import type { Live } from '#server/platform/live/live.ts';
import type { Logger } from '#server/platform/log.ts';
import { commonLook, type LookForWork } from './common-look.ts';
import { inOneLine, sharedRests } from './common-rests.ts';
import { type Loop, type Pause, startLoop } from './loop.ts';
import { type Times, usualTimes } from './times.ts';

/** The result of a turn. */
export interface Outlook {
  /** More work may become due without a notification. */
  isOpen: boolean;
  /** Milliseconds until the next known work is due; null without any. */
  dueIn: number | null;
}

interface Pacing {
  /** The pauses while nothing happens; `times.calm` by default. */
  calm?: Pause;
  /** The look of `lookFor` finds the work of this loop, so that its own turns may be rare while nothing happens. */
  isWatched?: boolean;
  /** It takes its turns also while `mayWork` returns false. */
  isIndependent?: boolean;
}

/** Lets the loops of a worker rest while nothing happens. */
export interface WorkPace {
  /** Starts a loop with `usual` pauses, which become longer while nothing happens. */
  loop(log: Logger, name: string, usual: Pause, turn: () => Promise<Outlook> | Promise<void>, pacing?: Pacing): Loop;
  /** Wakes all resting loops within their usual pause. */
  endRests(): void;
  /** Starts a look that returns the names of the loops with due work, and wakes them. It runs only while loops rest. */
  lookFor(log: Logger, look: LookForWork): Pick<Loop, 'stop'>;
  /** Returns whether this process may send now; otherwise only independent loops take their turns. */
  mayWork(): boolean;
  stop(): void;
}

/**
 * Opens the pace of a worker. Its loops rest if no turn reports open work and no notification arrived for `calmAfter`.
 * A notification ends all rests: each loop continues after a usual pause, because a first alarm must not compete with
 * all of them. A loop also wakes when the work of its last turn becomes due, after `calm` at the latest. Without a
 * connection for notifications, no loop rests. Rests end together, which wakes the process less often. While `mayWork`
 * returns false, no other loop than independent ones takes its turn, and none of them rests.
 *
 * Watched loops rest longer (`watched`), because one look for all of them (`lookFor`) takes place every `calm`. If a
 * look fails or hangs, each loop looks for itself again, until one succeeds.
 */
export function openWorkPace(
  live: Pick<Live, 'watchAll' | 'hearing'>,
  {
    calm,
    calmAfter,
    watched = usualTimes.watched,
  }: Pick<Times, 'calm' | 'calmAfter'> & Partial<Pick<Times, 'watched'>>,
  mayWork: () => boolean = () => true,
): WorkPace {
  const resting = new Set<() => void>(); // ends the rests of loops, until something happens
  const open = new Set<string>();
  const restFor = sharedRests();
  const afterOthers = inOneLine();
  let activeAt = performance.now();
  const isBusy = () => open.size > 0 || live.hearing() === null || performance.now() - activeAt < calmAfter;
  const endRests = () => {
    activeAt = performance.now();
    for (const endRest of resting) endRest();
    resting.clear();
  };
  const common = commonLook({ isBusy, endRests, rest: () => restFor(calm), patience: Math.min(calm[1], longestLook) });
  // the test of reception changes nothing
  const stop = live.watchAll((topic) => {
    if (!topic?.startsWith('ready:')) endRests();
  });
  return {
    loop(log, name, usual, turn, { calm: longPause = calm, isWatched = false, isIndependent = false } = {}) {
      let dueIn: number | null = null;
      let restedAt: number | null = null;
      let mustRepeat = false;
      let waking: NodeJS.Timeout | undefined;
      const endRest = () => {
        waking = setTimeout(loop.wake, Math.min(between(usual), longestEnd));
      };
      const note = (outlook: Outlook) => {
        dueIn = outlook.dueIn;
        if (!outlook.isOpen) open.delete(name);
        else if (!open.has(name)) {
          endRests(); // its notification may have been lost
          open.add(name);
        }
      };
      const pauses = (): Pause => {
        if (mustRepeat || isBusy()) return usual;
        resting.add(endRest);
        restedAt = performance.now();
        const rest = restFor(isWatched && common.isWell() ? watched : longPause);
        return always(dueIn === null ? rest : Math.min(rest, Math.max(dueIn, usual[0])));
      };
      const loop: Loop = startLoop(log, name, pauses, async () => {
        mustRepeat = !isIndependent && !mayWork();
        if (mustRepeat) return;
        try {
          const hasRested = restedAt !== null && activeAt < restedAt;
          restedAt = null;
          note((await (hasRested ? afterOthers(async () => turn()) : turn())) || nothing);
        } catch (error) {
          mustRepeat = true;
          endRests();
          throw error;
        }
      });
      common.wakes.set(name, loop.wake);
      return {
        wake: loop.wake,
        async stop() {
          resting.delete(endRest);
          clearTimeout(waking);
          await loop.stop();
          resting.delete(endRest);
          clearTimeout(waking);
        },
      };
    },
    endRests,
    lookFor: common.start,
    mayWork,
    stop,
  };
}

// milliseconds until a woken loop with long pauses runs
const longestEnd = 1_000;

// milliseconds: if a notification is lost and the next look hangs, work still starts within ten seconds
const longestLook = 2_000;

const always = (time: number): Pause => [time, time];

const between = ([shortest, longest]: Pause) => shortest + Math.random() * (longest - shortest);

const nothing: Outlook = { isOpen: false, dueIn: null };

/** A pace without rests. */
export const steadyPace: WorkPace = {
  loop: (log, name, usual, turn) => startLoop(log, name, usual, async () => void (await turn())),
  endRests() {},
  lookFor: () => ({ stop: async () => {} }),
  mayWork: () => true,
  stop() {},
};
