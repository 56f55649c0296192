import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { wrongPinsAllowed } from '#shared/trigger-ways.ts';
import type { FinishedCall } from './calls.ts';

const shownCalls = 30;

/** Returns the ways locked for a sender. */
export async function lockedWays(db: Db, triggerId: number): Promise<string[]> {
  const { rows } = await sql<{ way: string }>`
    select distinct way from trigger_locks where trigger_id = ${triggerId} and tries >= ${wrongPinsAllowed} order by way`.execute(
    db,
  );
  return rows.map(({ way }) => way);
}

/** Returns the newest calls of a trigger. */
export const newestCalls = (db: Db, triggerId: number): Promise<FinishedCall[]> =>
  db
    .selectFrom('triggerCalls')
    .selectAll()
    .where('triggerId', '=', triggerId)
    .orderBy('id', 'desc')
    .limit(shownCalls)
    .execute();
