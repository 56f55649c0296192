import { sql } from 'kysely';
import type { RefusalKey } from '#shared/refusals.ts';
import type { Tx } from '../../database/connect.ts';
import type { Span } from './apply.ts';
import { matchRows } from './match.ts';
import { problem, type ReadingPlan, type RowKeys } from './read-row.ts';
import { personTargets } from './targets.ts';

const ownTargets = personTargets.map(({ identifier }) => identifier);
const problems = (key: RefusalKey) => JSON.stringify([problem(null, key)]);

/** Leaves out rows whose person was changed, erased or removed since the check, and holds the others. */
export async function refuseStale(tx: Tx, id: number): Promise<void> {
  await sql`
    select 1 from people where id in (select person_id from upload_rows where upload_id = ${id} and outcome = 'updated')
    order by id for no key update`.execute(tx);
  await sql`
    update upload_rows r set outcome = 'failed', changes = '{}', problems = ${problems('error_changed_meanwhile')}::jsonb
    where upload_id = ${id} and outcome = 'updated' and not exists (
      select 1 from people p where p.id = r.person_id and p.version = r.person_version and p.erased_at is null)`.execute(
    tx,
  );
}

/** Leaves out new people who have come to exist since the check. */
export async function refuseKnown(tx: Tx, id: number, { first, last }: Span, plan: ReadingPlan): Promise<void> {
  const { rows } = await sql<RowKeys & { line: number; firstName: string; lastName: string }>`
    select line, changes #>> '{externalId,after}' as external_id, lower(changes #>> '{email_business,after}') as email,
      changes #>> '{mobile_business,after}' as mobile, changes #>> '{firstName,after}' as first_name,
      changes #>> '{lastName,after}' as last_name
    from upload_rows where upload_id = ${id} and line between ${first} and ${last} and outcome = 'created'`.execute(tx);
  const sought = rows.map(({ firstName, lastName, ...keys }) => ({ keys, fields: { firstName, lastName } }));
  const matches = await matchRows(tx, sought, plan);
  const lines = rows.filter((_row, at) => matches[at] !== null).map(({ line }) => line);
  if (!lines.length) return;
  await sql`
    update upload_rows set outcome = 'failed', changes = '{}', problems = ${problems('error_changed_meanwhile')}::jsonb
    where upload_id = ${id} and line = any(${lines})`.execute(tx);
}

/** Makes the new people of these lines with their contact data. */
export async function createPeople(tx: Tx, id: number, { first, last }: Span): Promise<void> {
  await sql`
    with given as materialized (
      select line, nextval(pg_get_serial_sequence('people', 'id'))::int as id, changes
      from upload_rows where upload_id = ${id} and line between ${first} and ${last} and outcome = 'created'
      order by line),
    made as (
      insert into people (id, external_id, first_name, last_name, title, is_active, is_crisis) overriding system value
      select id, changes #>> '{externalId,after}', changes #>> '{firstName,after}', changes #>> '{lastName,after}',
        changes #>> '{title,after}', coalesce((changes #>> '{isActive,after}')::boolean, true),
        coalesce((changes #>> '{isCrisis,after}')::boolean, false)
      from given),
    filled as (${insertData})
    update upload_rows r set person_id = given.id, person_version = 1
    from given where r.upload_id = ${id} and r.line = given.line`.execute(tx);
}

/** Writes what changes of the people of these lines. */
export async function updatePeople(tx: Tx, id: number, { first, last }: Span): Promise<void> {
  await sql`
    with given as materialized (
      select line, person_id as id, changes
      from upload_rows where upload_id = ${id} and line between ${first} and ${last} and outcome = 'updated'
        and changes - 'groups' <> '{}'),
    changed as (
      update people p set external_id = coalesce(changes #>> '{externalId,after}', external_id),
        first_name = coalesce(changes #>> '{firstName,after}', first_name),
        last_name = coalesce(changes #>> '{lastName,after}', last_name),
        title = coalesce(changes #>> '{title,after}', title),
        is_active = coalesce((changes #>> '{isActive,after}')::boolean, is_active),
        is_crisis = coalesce((changes #>> '{isCrisis,after}')::boolean, is_crisis),
        version = version + 1, updated_at = now()
      from given where p.id = given.id),
    filled as (${writeData})
    update upload_rows r set person_version = person_version + 1
    from given where r.upload_id = ${id} and r.line = given.line`.execute(tx);
}

const insertData = sql`
  insert into person_data (person_id, key_field_id, value_str, value_int)
  select given.id, t.id, case jsonb_typeof(c.value -> 'after') when 'string' then c.value ->> 'after' end,
    case jsonb_typeof(c.value -> 'after') when 'number' then (c.value ->> 'after')::int end
  from given cross join lateral jsonb_each(given.changes) c
  join person_data_types t on t.identifier = c.key and t.identifier <> all(${ownTargets})`;

const writeData = sql`${insertData}
  on conflict (person_id, key_field_id) do update set value_str = excluded.value_str, value_int = excluded.value_int`;
