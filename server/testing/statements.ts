import { checkedSessions } from '#server/viewer/checked-sessions.ts';
import type { TestServer } from './server.ts';

/** How many statements a server has sent so far; from here on whoever asks is looked up anew, so that two counts compare. */
export function statementsSoFar({ app }: TestServer): number {
  checkedSessions(app).forget();
  return app.database.statements.count;
}
