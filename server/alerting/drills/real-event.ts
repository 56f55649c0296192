import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/connect.ts';

/** Returns whether a live event is running. */
export async function isRealEventRunning(db: Db | Tx): Promise<boolean> {
  const { rows } = await sql`
    select from events where mode = 'LIVE' and is_running and is_active limit 1`.execute(db);
  return rows.length > 0;
}
