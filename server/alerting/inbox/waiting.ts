import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { isOpen } from './queries.ts';

/** Counts replies without an event that wait for an operator. */
export async function countWithoutEvent(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from replies r where r.event_id is null and ${isOpen}`.execute(db);
  return rows[0]!.n;
}
