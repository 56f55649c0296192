import { checkedSessions } from '#server/api/viewer/checked-sessions.ts';
import type { TestServer } from './server.ts';

/**
 * Returns the least number of statements of a request in five runs, each on what `prepare` made for it. The minimum excludes statements of the worker and of rows
 * that a busy machine reads in portions. A number that grows with the rows grows in every run.
 */
export async function fewestStatements<T = void>(
  { app }: Pick<TestServer, 'app'>,
  ask: (prepared: T) => Promise<unknown>,
  prepare: () => Promise<T> = async () => undefined as T,
): Promise<number> {
  const counts: number[] = [];
  while (counts.length < 5) {
    const prepared = await prepare();
    checkedSessions(app).forget(); // the caller is looked up each time
    const before = app.database.statements.count;
    await ask(prepared);
    counts.push(app.database.statements.count - before);
  }
  return Math.min(...counts);
}
