import { setTimeout as sleep } from 'node:timers/promises';
import type { RawBuilder } from 'kysely';
import { pathClock } from '#server/api/http/path-failing.ts';
import { type Sending, sendingOf } from '#server/api/http/sending.ts';
import { describeError } from '#server/platform/log.ts';
import { nameProcess } from '#server/platform/nodes/process-id.ts';
import type { WorkPace } from '#server/platform/nodes/work-pace.ts';
import { endPathTurn, takePathTurn } from './slots.ts';
import { type PathFailure, type PathParts, walkPath } from './walk-path.ts';
import { warnOfMisses } from './warn-of-misses.ts';

const every = [4_000, 6_000] as const;
const calm = [15_000, 20_000] as const;
const lateLooks = 10;

/** Milliseconds. A test ends before it is taken over. */
interface PathTimes {
  /** After this time, a test counts as one that doesn't end. */
  patience: number;
  /** A test that takes longer is a miss. */
  promised: number;
  /** Between two looks at real messages that are late. */
  lateEvery: number;
}

const usualPathTimes: PathTimes = { patience: 20_000, promised: 10_000, lateEvery: 1_000 };

/** Runs a synthetic alarm every five minutes in one worker, and notifies administrators of two misses. */
export function startPathTests(app: PathParts, pace: WorkPace, times = usualPathTimes): { stop(): Promise<void> } {
  const node = nameProcess();
  const stopping = new AbortController();
  const run = () => testPathOnce(app, node, times, stopping.signal);
  const loop = pace.loop(app.log, 'path_test', every, run, { calm, isWatched: true });
  return {
    stop() {
      stopping.abort();
      return loop.stop();
    },
  };
}

/** Runs the current test if no other process has. */
export async function testPathOnce(
  app: PathParts,
  node: string,
  times = usualPathTimes,
  stopping: AbortSignal | null = null,
  at: RawBuilder<Date> = pathClock,
): Promise<void> {
  const turn = await takePathTurn(app.db, at);
  if (!turn) return;
  if (turn.runs > 1) await warnOfMisses(app, at); // tests that end their process never record a failure
  const startedAt = performance.now();
  const walked = await outcomeOf(app, node, times);
  const milliseconds = Math.round(performance.now() - startedAt);
  const look = () => sendingOf({ db: app.db });
  const failure = walked ?? (milliseconds > times.promised ? 'slow' : await lateness(look, times, stopping));
  if (failure === 'late' && stopping?.aborted) return; // the next process repeats it
  await endPathTurn(app.db, turn, { milliseconds, failure });
  if (!failure) return;
  app.log.error({ event: 'path_test_failed', step: failure, milliseconds });
  await warnOfMisses(app, at);
}

/** Returns the step that did not succeed, or null. */
async function outcomeOf(app: PathParts, node: string, { patience }: PathTimes): Promise<string | null> {
  const { promise: deadline, resolve } = Promise.withResolvers<string>();
  const timer = setTimeout(resolve, patience, 'timeout');
  const walked = walkPath(app, node).then(
    () => null,
    (error: unknown) => {
      const { step, cause } = error as PathFailure;
      app.log.warn({ event: 'path_test_stopped', step, error: describeError(cause) });
      return step;
    },
  );
  return Promise.race([walked, deadline]).finally(() => clearTimeout(timer));
}

/**
 * Returns `late` if real messages wait for a minute, because the test doesn't wait in their queue. Those that waited
 * for a start or hold leave within seconds. Doesn't delay a stop.
 */
export async function lateness(
  look: () => Promise<Sending>,
  { lateEvery }: Pick<PathTimes, 'lateEvery'>,
  stopping: AbortSignal | null = null,
): Promise<'late' | null> {
  for (let looks = 1; (await look()) === 'late'; looks++) {
    if (looks === lateLooks || stopping?.aborted) return 'late';
    await sleep(lateEvery, undefined, stopping ? { signal: stopping } : {}).catch(() => {});
  }
  return null;
}
