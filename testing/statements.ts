import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { checkedSessions } from '#server/api/viewer/checked-sessions.ts';
import type { TestServer } from './server.ts';

// what runs for a request, not for the worker beside it
const requests = new AsyncLocalStorage<true>();
subscribe('http.server.request.start', () => requests.enterWith(true));

const runs = 3;

/**
 * Returns the least number of statements of a request in three runs, each on what `prepare` made: later runs find what
 * the first one remembered. A number that grows with the rows grows in every run.
 */
export async function fewestStatements<T = void>(
  { app }: Pick<TestServer, 'app'>,
  ask: (prepared: T) => Promise<unknown>,
  prepare: () => Promise<T> = async () => undefined as T,
): Promise<number> {
  const { statements } = app.database;
  const counts: number[] = [];
  for (let run = 0; run < runs; run++) {
    const prepared = await prepare();
    checkedSessions(app).forget(); // the caller is looked up each time
    let [all, own] = [statements.count, 0];
    Object.defineProperty(statements, 'count', {
      configurable: true,
      enumerable: true,
      get: () => all,
      set(count: number) {
        all = count;
        if (requests.getStore()) own++;
      },
    });
    await requests.run(true, () => ask(prepared));
    Object.defineProperty(statements, 'count', { configurable: true, enumerable: true, writable: true, value: all });
    counts.push(own);
  }
  return Math.min(...counts);
}
