import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/connect.ts';

/**
 * Locks people without waiting; returns the locked ones. A later answer, which references its person, finds the
 * fallback.
 */
export async function holdFree(tx: Tx, reportId: number, people: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from people where id = any(${people}) order by id for update skip locked`.execute(tx);
  const free = rows.map(({ id }) => id);
  await sql`
    insert into step_wakes (report_id, person_id)
    select ${reportId}, id from unnest(${people}::int[]) as p (id) where id <> all(${free})`.execute(tx);
  return free;
}
