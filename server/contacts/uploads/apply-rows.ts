import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/connect.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { personTargets } from './headers/targets.ts';
import { matchRows } from './match.ts';
import type { LineSpan } from './spans.ts';
import { problem, type ReadingPlan, type RowKeys } from './values/row.ts';

const ownTargets = personTargets.map(({ identifier }) => identifier);
const problems = (key: RefusalKey) => JSON.stringify([problem(null, key)]);

/** Rejects rows whose person changed since the check, or whose number was taken; locks others. */
export async function refuseStaleRows(tx: Tx, id: number): Promise<void> {
  await sql`
    select 1 from people where id in (select person_id from upload_rows where upload_id = ${id} and outcome = 'updated')
    order by id for no key update`.execute(tx);
  await sql`
    update upload_rows r set outcome = 'failed', changes = '{}', problems = ${problems('error_changed_meanwhile')}::jsonb
    where upload_id = ${id} and outcome = 'updated' and (
      not exists (
        select 1 from people p where p.id = r.person_id and p.version = r.person_version and p.erased_at is null)
      or exists (
        select 1 from people p where p.external_id = changes #>> '{externalId,after}' and p.id <> r.person_id))`.execute(
    tx,
  );
}

/** Omits new people who exist by now. */
export async function refuseKnown(tx: Tx, id: number, { first, last }: LineSpan, plan: ReadingPlan): Promise<void> {
  const { email, mobile } = plan;
  // most rows share no key
  const { rows } = await sql<RowKeys & { line: number; firstName: string; lastName: string }>`
    with given as materialized (
      select line, changes #>> '{externalId,after}' as external_id, lower(changes #>> '{email_business,after}') as email,
        changes #>> '{mobile_business,after}' as mobile, changes #>> '{firstName,after}' as first_name,
        changes #>> '{lastName,after}' as last_name
      from upload_rows where upload_id = ${id} and line between ${first} and ${last} and outcome = 'created')
    select * from given g
    where exists (select 1 from people where external_id = g.external_id)
      or exists (select 1 from person_data
        where key_field_id = ${email?.id ?? 0} and lower(value_str) = g.email and value_str like '%@%')
      or exists (select 1 from person_data where key_field_id = ${mobile?.id ?? 0} and value_str = g.mobile)
      or (coalesce(g.external_id, g.email, g.mobile) is null
        and exists (select 1 from people where sort_name = fold(g.last_name) || ' ' || fold(g.first_name)))`.execute(
    tx,
  );
  const sought = rows.map(({ firstName, lastName, ...keys }) => ({ keys, fields: { firstName, lastName } }));
  const matches = await matchRows(tx, sought, plan);
  const lines = rows.filter((_row, at) => matches[at] !== null).map(({ line }) => line);
  if (!lines.length) return;
  await sql`
    update upload_rows set outcome = 'failed', changes = '{}', problems = ${problems('error_changed_meanwhile')}::jsonb
    where upload_id = ${id} and line = any(${lines})`.execute(tx);
}

/**
 * Creates and changes people with data and places; `groups` contains created ids. One statement, so that wide rows are
 * written once.
 */
export async function writePeople(
  tx: Tx,
  id: number,
  { first, last }: LineSpan,
  groups: ReadonlyMap<string, number>,
): Promise<void> {
  await sql`
    with given as materialized (
      select line, outcome, changes, changes - 'groups' <> '{}' as is_changed,
        case outcome when 'created' then nextval((select pg_get_serial_sequence('people', 'id'))::regclass)::int
          else person_id end as id
      from upload_rows where upload_id = ${id} and line between ${first} and ${last} and outcome in ('created', 'updated')
      order by line),
    ${writtenPeople}, ${writtenData}, ${withdrawnLinks}, ${joinedGroups(groups)}
    update upload_rows r set person_id = given.id, memberships = coalesce(own.ids, '{}'),
      person_version = case given.outcome when 'created' then 1 else person_version + is_changed::int end
    from given left join (select person_id, array_agg(id) as ids from joined group by person_id) own
      on own.person_id = given.id
    where r.upload_id = ${id} and r.line = given.line`.execute(tx);
}

const writtenPeople = sql`
  made as (
    insert into people (id, external_id, first_name, last_name, title, is_active, is_crisis) overriding system value
    select id, changes #>> '{externalId,after}', changes #>> '{firstName,after}', changes #>> '{lastName,after}',
      changes #>> '{title,after}', coalesce((changes #>> '{isActive,after}')::boolean, true),
      coalesce((changes #>> '{isCrisis,after}')::boolean, false)
    from given where outcome = 'created'),
  changed as (
    update people p set external_id = coalesce(changes #>> '{externalId,after}', external_id),
      first_name = coalesce(changes #>> '{firstName,after}', first_name),
      last_name = coalesce(changes #>> '{lastName,after}', last_name),
      title = coalesce(changes #>> '{title,after}', title),
      is_active = coalesce((changes #>> '{isActive,after}')::boolean, is_active),
      is_crisis = coalesce((changes #>> '{isCrisis,after}')::boolean, is_crisis),
      version = version + 1, updated_at = now()
    from given where p.id = given.id and outcome = 'updated' and is_changed)`;

// splits values first, otherwise types are read per person
const writtenData = sql`
  given_data as materialized (
    select given.id, c.key, c.value -> 'after' as value from given cross join lateral jsonb_each(given.changes) c
    where c.key <> all(${ownTargets})),
  filled as (
    insert into person_data (person_id, key_field_id, value_str, value_int)
    select d.id, t.id, case jsonb_typeof(d.value) when 'string' then d.value #>> '{}' end,
      case jsonb_typeof(d.value) when 'number' then (d.value #>> '{}')::int end
    from given_data d join person_data_types t on t.identifier = d.key
    on conflict (person_id, key_field_id) do update set value_str = excluded.value_str, value_int = excluded.value_int)`;

// links of people with another address or switched off
const withdrawnLinks = sql`
  withdrawn as (
    delete from person_tokens where person_id in (
      select d.id from given_data d join person_data_types t on t.identifier = d.key and t.field_type = 'email'
      union select id from given where changes #>> '{isActive,after}' = 'false'))`;

const joinedGroups = (groups: ReadonlyMap<string, number>) => sql`
  wanted as materialized (
    select given.line, given.id as person_id, coalesce((g.value ->> 'id')::int, m.id) as group_id
    from given cross join lateral jsonb_array_elements(given.changes #> '{groups,after}') g
    left join unnest(${[...groups.keys()]}::text[], ${[...groups.values()]}::int[]) as m (path, id)
      on m.path = g.value ->> 'path' and g.value ->> 'id' is null),
  ends as materialized (
    select group_id, (select max(sort_order) from person_groups where group_id = w.group_id) as place
    from (select distinct group_id from wanted) w),
  joined as (
    insert into person_groups (group_id, person_id, sort_order)
    select group_id, w.person_id, coalesce(e.place, -1) + row_number() over (partition by group_id order by w.line)
    from wanted w join ends e using (group_id) order by w.line
    on conflict (group_id, person_id) do nothing returning id, person_id)`;
