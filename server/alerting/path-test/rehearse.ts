import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '#server/platform/context.ts';
import { canSpare } from '#server/platform/database/connect.ts';
import { describeError } from '#server/platform/log.ts';
import { startLoop } from '#server/platform/nodes/loop.ts';
import { rehearseLaunch } from './walk-path.ts';

// V8 drops the code of functions that have not run for minutes
const every = [200_000, 280_000] as const;
const afterStart = 10_000;

/** Milliseconds, adjustable for tests. */
interface RehearsalTimes {
  every: readonly [number, number];
  afterStart: number;
}

type Parts = Pick<App, 'database' | 'jobs' | 'log' | 'secrets'>;

/**
 * Regularly launches synthetic alarms over the warm connections of a web process, so that the first alarm after hours is as fast
 * as the second: code is loaded, and PostgreSQL's caches, which belong to a connection, are filled. Each is rolled back.
 */
export function startRehearsals(
  app: Parts,
  connections: number,
  times: RehearsalTimes = { every, afterStart },
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let isFirst = true;
  const turn = async () => {
    if (isFirst) await sleep(times.afterStart, undefined, { signal: stopping.signal }).catch(() => {});
    isFirst = false;
    if (stopping.signal.aborted) return;
    // the synthetic alarm of a worker reports a broken path
    await rehearse(app, connections).catch((error: unknown) => {
      app.log.debug({ event: 'rehearsal_failed', error: describeError(error) });
    });
  };
  const loop = startLoop(app.log, 'rehearsal', times.every, turn);
  return {
    stop() {
      stopping.abort();
      return loop.stop();
    },
  };
}

/**
 * Rehearses a launch on several connections, one after another, and keeps each until all others have had their turn. Ends when
 * other work needs them.
 */
export async function rehearse(app: Parts, connections: number): Promise<void> {
  if (connections === 0 || !canSpare(app.database, connections)) return;
  await app.database.db.connection().execute(async (own) => {
    await rehearseLaunch(app, own);
    await rehearse(app, connections - 1);
  });
}
