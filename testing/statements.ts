import { checkedSessions } from '#server/api/viewer/checked-sessions.ts';
import type { TestServer } from './server.ts';

/**
 * The fewest statements that a question takes. A worker adds some of its own now and then, and rows that arrive in parts, as
 * on a busy machine, are asked about in parts; what depends on the number of rows does so every time.
 */
export async function fewestStatements({ app }: TestServer, ask: () => Promise<unknown>): Promise<number> {
  const counts: number[] = [];
  while (counts.length < 5) {
    checkedSessions(app).forget(); // who asks is looked up each time
    const before = app.database.statements.count;
    await ask();
    counts.push(app.database.statements.count - before);
  }
  return Math.min(...counts);
}
