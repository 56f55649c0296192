import { setTimeout as sleep } from 'node:timers/promises';
import { checkedSessions } from '#server/api/viewer/checked-sessions.ts';
import type { TestServer } from './server.ts';

// milliseconds, longer each time, because a busy worker adds statements
const pauses = [20, 40, 80, 160, 160, 320, 320];

/**
 * Returns the least number of statements of a request, once seven further runs found none smaller, each on what
 * `prepare` made. The minimum excludes the worker's statements; a number that grows with the rows grows in every run.
 */
export async function fewestStatements<T = void>(
  { app }: Pick<TestServer, 'app'>,
  ask: (prepared: T) => Promise<unknown>,
  prepare: () => Promise<T> = async () => undefined as T,
): Promise<number> {
  let fewest = Number.POSITIVE_INFINITY;
  for (let without = 0; without < pauses.length; ) {
    await sleep(pauses[without]);
    const prepared = await prepare();
    checkedSessions(app).forget(); // the caller is looked up each time
    const before = app.database.statements.count;
    await ask(prepared);
    const count = app.database.statements.count - before;
    without = count < fewest ? 0 : without + 1;
    fewest = Math.min(fewest, count);
  }
  return fewest;
}
