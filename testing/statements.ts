import { checkedSessions } from '#server/api/viewer/checked-sessions.ts';
import type { TestServer } from './server.ts';

/**
 * Returns the least number of statements of a request in five runs. The minimum excludes statements of the worker and of rows
 * that a busy machine reads in portions. A number that grows with the rows grows in every run.
 */
export async function fewestStatements({ app }: TestServer, ask: () => Promise<unknown>): Promise<number> {
  const counts: number[] = [];
  while (counts.length < 5) {
    checkedSessions(app).forget(); // the caller is looked up each time
    const before = app.database.statements.count;
    await ask();
    counts.push(app.database.statements.count - before);
  }
  return Math.min(...counts);
}
