import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/connect.ts';

/**
 * Holds people and answers whom it holds. An answer refers to its person: one given later finds what is handed over. Whom
 * another is about to refer to, by an answer or by a launch to a whole town, is looked at again instead of waited for.
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
