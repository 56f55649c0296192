import { sql } from 'kysely';
import type { Row } from '#server/api/graphql/types.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';
import { makeGroups } from './new-groups.ts';

/** Creates missing groups and locks others; returns ids by path, and created ones. */
export async function prepareGroups(
  tx: Tx,
  { id, groupsToCreate }: Row<'uploads'>,
): Promise<{ ids: Map<string, number>; made: number[] }> {
  const named = await sql<{ id: number | null; path: string }>`
    select distinct (g.value ->> 'id')::int as id, case when g.value ->> 'id' is null then g.value ->> 'path' end as path
    from upload_rows r cross join lateral jsonb_array_elements(r.changes #> '{groups,after}') g
    where r.upload_id = ${id} and r.outcome in ('created', 'updated')`.execute(tx);
  const known = named.rows.flatMap((row) => row.id ?? []);
  const missing = groupsToCreate.filter((path) =>
    named.rows.some((row) => row.id === null && (row.path === path || row.path.startsWith(`${path}/`))),
  );
  const groups = await makeGroups(tx, missing);
  await holdActive(tx, known);
  return groups;
}

async function holdActive(tx: Tx, ids: readonly number[]): Promise<void> {
  const { rows } = await sql`
    select 1 from groups where id = any(${ids}) and is_active order by id for no key update`.execute(tx);
  if (rows.length < new Set(ids).size) throw new Refusal('error_changed_meanwhile');
}
