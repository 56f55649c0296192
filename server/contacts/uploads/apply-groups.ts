import { sql } from 'kysely';
import type { Tx } from '../../database/connect.ts';
import { Refusal } from '../../errors.ts';
import type { Row } from '../../graphql/types.ts';
import { makeGroups } from './new-groups.ts';

/** Makes the groups that are missing and puts people at their ends, in the order of the file; answers those made. */
export async function joinGroups(tx: Tx, upload: Row<'uploads'>): Promise<number[]> {
  const { id } = upload;
  const named = await sql<{ id: number | null; path: string }>`
    select distinct (g.value ->> 'id')::int as id, case when g.value ->> 'id' is null then g.value ->> 'path' end as path
    from upload_rows r cross join lateral jsonb_array_elements(r.changes #> '{groups,after}') g
    where r.upload_id = ${id} and r.outcome in ('created', 'updated')`.execute(tx);
  const known = named.rows.flatMap((row) => row.id ?? []);
  const missing = upload.groupsToCreate.filter((path) =>
    named.rows.some((row) => row.id === null && (row.path === path || row.path.startsWith(`${path}/`))),
  );
  const { ids, made } = await makeGroups(tx, missing);
  await holdActive(tx, known);
  await sql`
    with wanted as materialized (
      select r.line, r.person_id, coalesce((g.value ->> 'id')::int, m.id) as group_id
      from upload_rows r cross join lateral jsonb_array_elements(r.changes #> '{groups,after}') g
      left join unnest(${[...ids.keys()]}::text[], ${[...ids.values()]}::int[]) as m (path, id)
        on m.path = g.value ->> 'path' and g.value ->> 'id' is null
      where r.upload_id = ${id} and r.outcome in ('created', 'updated')),
    ends as (
      select group_id, max(sort_order) as place from person_groups
      where group_id in (select group_id from wanted) group by group_id),
    added as (
      insert into person_groups (group_id, person_id, sort_order)
      select w.group_id, w.person_id,
        coalesce(e.place, -1) + row_number() over (partition by w.group_id order by w.line)
      from wanted w left join ends e on e.group_id = w.group_id order by w.line
      on conflict (group_id, person_id) do nothing returning id, person_id)
    update upload_rows r set memberships = a.ids
    from (select person_id, array_agg(id) as ids from added group by person_id) a
    where r.upload_id = ${id} and r.person_id = a.person_id and r.outcome in ('created', 'updated')`.execute(tx);
  return made;
}

async function holdActive(tx: Tx, ids: readonly number[]): Promise<void> {
  const { rows } = await sql`
    select 1 from groups where id = any(${ids}) and is_active order by id for no key update`.execute(tx);
  if (rows.length < new Set(ids).size) throw new Refusal('error_changed_meanwhile');
}
