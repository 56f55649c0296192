import type { Tx } from '#server/platform/database/connect.ts';
import { beginDeadlines } from './begin-deadlines.ts';
import { beginTasks } from './begin-tasks.ts';

/** Adds tasks and deadlines in the transaction that begins the event or changes its types. */
export async function beginWork(tx: Tx, eventId: number, by: number | null): Promise<void> {
  await beginTasks(tx, eventId, by);
  await beginDeadlines(tx, eventId, by);
}
