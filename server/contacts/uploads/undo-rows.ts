import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/connect.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { personTargets } from './headers/targets.ts';
import type { LineSpan } from './spans.ts';
import { problem } from './values/row.ts';

const ownTargets = personTargets.map(({ identifier }) => identifier);
const problems = (key: RefusalKey) => JSON.stringify([problem(null, key)]);

/** Marks rows whose person changed since, and locks others. */
export async function reportChanged(tx: Tx, id: number): Promise<void> {
  const people = (outcome: string) => sql`
    select 1 from people where id in (
      select person_id from upload_rows where upload_id = ${id} and outcome = ${outcome}) order by id`;
  await sql`${people('created')} for update`.execute(tx);
  // alarms to people who stay don't wait
  await sql`${people('updated')} for no key update`.execute(tx);
  await sql`
    update upload_rows r set problems = ${problems('error_changed_meanwhile')}::jsonb
    where upload_id = ${id} and outcome in ('created', 'updated') and not exists (
      select 1 from people p where p.id = r.person_id and p.version = r.person_version and p.erased_at is null)`.execute(
    tx,
  );
}

/** Marks new people with later references that would change. */
export async function reportUsed(tx: Tx, id: number): Promise<void> {
  await sql`
    update upload_rows r set problems = ${problems('error_in_use')}::jsonb
    where upload_id = ${id} and outcome = 'created' and problems = '[]' and (
      exists (select 1 from person_groups where person_id = r.person_id and id <> all(r.memberships))
      or exists (select 1 from mailing_list_people where person_id = r.person_id)
      or exists (select 1 from message_people where person_id = r.person_id)
      or exists (select 1 from message_recipients where person_id = r.person_id)
      or exists (select 1 from cascade_members where person_id = r.person_id)
      or exists (select 1 from answers where person_id = r.person_id)
      or exists (select 1 from exercise_messages where person_id = r.person_id)
      or exists (select 1 from situation_report_mails where person_id = r.person_id)
      or exists (select 1 from shifts where person_id = r.person_id)
      or exists (select 1 from shift_changes where substitute_id = r.person_id)
      or exists (select 1 from absences where person_id = r.person_id)
      or exists (select 1 from tasks where person_id = r.person_id)
      or exists (select 1 from checklist_items where person_id = r.person_id)
      or exists (select 1 from event_types where responsible_id = r.person_id)
      or exists (select 1 from event_types where deputy_id = r.person_id)
      or exists (select 1 from arrivals where person_id = r.person_id)
      or exists (select 1 from opt_outs where person_id = r.person_id)
      or exists (select 1 from devices where person_id = r.person_id)
      or exists (select 1 from person_tokens where person_id = r.person_id)
      or exists (select 1 from incoming_notices where person_id = r.person_id)
      or exists (select 1 from way_signs where person_id = r.person_id)
      or exists (select 1 from way_checks where person_id = r.person_id)
      or exists (select 1 from way_notes where person_id = r.person_id))`.execute(tx);
}

/** Removes people from the upload's groups. */
export const leaveGroups = (tx: Tx, id: number, { first, last }: LineSpan) =>
  sql`
    delete from person_groups where id in (
      select unnest(memberships) from upload_rows
      where upload_id = ${id} and line between ${first} and ${last} and problems = '[]')`.execute(tx);

/** Restores people's former values. */
export async function restorePeople(tx: Tx, id: number, { first, last }: LineSpan): Promise<void> {
  const before = (target: string, column: string) => sql`
    case when changes ? ${sql.lit(target)} then changes #>> ${sql.lit(`{${target},before}`)} else ${sql.ref(column)}::text end`;
  await sql`
    with given as materialized (
      select person_id as id, changes from upload_rows
      where upload_id = ${id} and line between ${first} and ${last} and outcome = 'updated' and problems = '[]'
        and changes - 'groups' <> '{}'),
    fields as materialized (
      select given.id, t.id as key_field_id, c.value -> 'before' as before
      from given cross join lateral jsonb_each(given.changes) c
      join person_data_types t on t.identifier = c.key and t.identifier <> all(${ownTargets})),
    restored as (
      update people p set external_id = ${before('externalId', 'external_id')},
        first_name = ${before('firstName', 'first_name')}, last_name = ${before('lastName', 'last_name')},
        title = ${before('title', 'title')}, is_active = (${before('isActive', 'is_active')})::boolean,
        is_crisis = (${before('isCrisis', 'is_crisis')})::boolean, version = version + 1, updated_at = now()
      from given where p.id = given.id),
    withdrawn as (
      delete from person_tokens where person_id in (
        select f.id from fields f join person_data_types t on t.id = f.key_field_id and t.field_type = 'email'
        union select id from given where changes #>> '{isActive,before}' = 'false')),
    emptied as (
      delete from person_data d using fields f
      where d.person_id = f.id and d.key_field_id = f.key_field_id and jsonb_typeof(f.before) = 'null')
    insert into person_data (person_id, key_field_id, value_str, value_int)
    select id, key_field_id, case jsonb_typeof(before) when 'string' then before #>> '{}' end,
      case jsonb_typeof(before) when 'number' then (before #>> '{}')::int end
    from fields where jsonb_typeof(before) <> 'null'
    on conflict (person_id, key_field_id) do update set value_str = excluded.value_str, value_int = excluded.value_int`.execute(
    tx,
  );
}

/** Removes new people with everything of theirs. */
export const removePeople = (tx: Tx, id: number, { first, last }: LineSpan) =>
  sql`
    delete from people where id in (
      select person_id from upload_rows
      where upload_id = ${id} and line between ${first} and ${last} and outcome = 'created' and problems = '[]')`.execute(
    tx,
  );
