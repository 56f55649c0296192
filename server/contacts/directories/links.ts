import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { forgetScim } from './scim/scim-store.ts';

/** A value that a directory gave, in stored form. */
export type DirectoryValue = string | number | boolean | null;

/** A directory's values by target, and group ids. */
export interface Given {
  values: Record<string, DirectoryValue>;
  groups: number[];
}

/** The link between a person and an entry of a directory. */
export interface DirectoryLink {
  personId: number;
  directoryId: number;
  entryId: string;
  given: Given;
  isActive: boolean;
  isErased: boolean;
}

/** A row's link; `before` is the earlier one. */
export interface RowEntry {
  id: string;
  given: Given;
  before: { id: string; given: Given } | null;
}

const givenOf = (stored: unknown): Given => ({ values: {}, groups: [], ...(stored as Partial<Given>) });

/** Loads a directory's links by entry. */
export async function loadLinks(db: Db | Tx, directoryId: number): Promise<Map<string, DirectoryLink>> {
  const { rows } = await sql<DirectoryLink>`
    select l.person_id, l.directory_id, l.entry_id, l.given, p.is_active, p.erased_at is not null as is_erased
    from directory_people l join people p on p.id = l.person_id where l.directory_id = ${directoryId}
    order by l.person_id`.execute(db);
  return new Map(rows.map((row) => [row.entryId, { ...row, given: givenOf(row.given) }]));
}

/** Loads the links of people to any directory. */
export async function loadLinksOf(db: Db | Tx, people: readonly number[]): Promise<Map<number, DirectoryLink>> {
  const { rows } = await sql<DirectoryLink>`
    select l.person_id, l.directory_id, l.entry_id, l.given, p.is_active, p.erased_at is not null as is_erased
    from directory_people l join people p on p.id = l.person_id where l.person_id = any(${people})`.execute(db);
  return new Map(rows.map((row) => [row.personId, { ...row, given: givenOf(row.given) }]));
}

const changedMeanwhile = JSON.stringify([
  { column: null, target: null, key: 'error_changed_meanwhile' satisfies RefusalKey, line: null, value: null },
]);

/** Rejects rows whose number, entry or person was taken since. */
export const refuseTaken = (tx: Tx, uploadId: number) =>
  sql`
    update upload_rows r set outcome = 'failed', changes = '{}', problems = ${changedMeanwhile}::jsonb
    from uploads u
    where u.id = ${uploadId} and r.upload_id = u.id and r.outcome <> 'failed' and r.entry is not null and (
      (r.outcome = 'created' and exists (
        select 1 from people where external_id = r.changes #>> '{externalId,after}'))
      or exists (
        select 1 from directory_people l where l.directory_id = u.directory_id and l.entry_id = r.entry ->> 'id'
          and l.person_id is distinct from r.person_id and l.entry_id is distinct from r.entry #>> '{before,id}')
      or exists (
        select 1 from directory_people l where l.person_id = r.person_id and l.directory_id <> u.directory_id))`.execute(
    tx,
  );

/** Stores links of applied rows, and removes outdated memberships. */
export async function writeLinks(tx: Tx, uploadId: number, first: number, last: number): Promise<void> {
  await sql`
    insert into directory_people (person_id, directory_id, entry_id, given)
    select r.person_id, u.directory_id, r.entry ->> 'id', r.entry -> 'given'
    from upload_rows r join uploads u on u.id = r.upload_id
    where r.upload_id = ${uploadId} and r.line between ${first} and ${last} and r.outcome <> 'failed'
      and r.entry is not null and r.person_id is not null and u.directory_id is not null
    on conflict (person_id) do update set entry_id = excluded.entry_id, given = excluded.given
    where directory_people.directory_id = excluded.directory_id`.execute(tx);
  await sql`
    with gone as (
      delete from person_groups g using upload_rows r cross join lateral jsonb_array_elements(r.changes #> '{leftGroups,after}') left_group
      where r.upload_id = ${uploadId} and r.line between ${first} and ${last} and r.outcome = 'updated'
        and g.person_id = r.person_id and g.group_id = (left_group.value ->> 'id')::int
      returning g.person_id, g.group_id, g.sort_order, g.priority_alert)
    update upload_rows r set left_groups = own.memberships
    from (select person_id, jsonb_agg(jsonb_build_object('groupId', group_id, 'sortOrder', sort_order,
      'priorityAlert', priority_alert)) as memberships from gone group by person_id) own
    where r.upload_id = ${uploadId} and r.person_id = own.person_id`.execute(tx);
}

/** Restores links and memberships before a run, except of people changed or used since, and of later runs. */
export async function restoreLinks(tx: Tx, uploadId: number, first: number, last: number): Promise<void> {
  await sql`
    insert into person_groups (group_id, person_id, sort_order, priority_alert)
    select (m.value ->> 'groupId')::int, r.person_id, (m.value ->> 'sortOrder')::int, (m.value ->> 'priorityAlert')::boolean
    from upload_rows r cross join lateral jsonb_array_elements(r.left_groups) m
    join groups g on g.id = (m.value ->> 'groupId')::int
    where r.upload_id = ${uploadId} and r.line between ${first} and ${last} and r.problems = '[]' and r.outcome = 'updated'
    on conflict (group_id, person_id) do nothing`.execute(tx);
  await sql`
    delete from directory_people l using upload_rows r
    where r.upload_id = ${uploadId} and r.line between ${first} and ${last} and r.outcome <> 'failed' and r.problems = '[]'
      and r.entry is not null and r.entry -> 'before' = 'null' and l.person_id = r.person_id
      and l.entry_id = r.entry ->> 'id' and l.given = r.entry -> 'given'`.execute(tx);
  await sql`
    update directory_people l set entry_id = r.entry #>> '{before,id}', given = r.entry #> '{before,given}'
    from upload_rows r
    where r.upload_id = ${uploadId} and r.line between ${first} and ${last} and r.outcome <> 'failed' and r.problems = '[]'
      and jsonb_typeof(r.entry -> 'before') = 'object' and l.person_id = r.person_id
      and l.entry_id = r.entry ->> 'id' and l.given = r.entry -> 'given'`.execute(tx);
}

/** Switches the schedule off, so that an undone run isn't repeated. */
export const pauseSchedule = (tx: Tx, directoryId: number) =>
  sql`
    update directories set interval_hours = 0, due_at = null, version = version + 1
    where id = ${directoryId} and interval_hours <> 0`.execute(tx);

/** Removes a person's values from link and rows; the link stays, so that they don't return. */
export async function forgetInDirectories(tx: Tx, personId: number): Promise<void> {
  await forgetScim(tx, personId);
  await sql`update directory_people set given = '{}' where person_id = ${personId}`.execute(tx);
  await sql`update upload_rows set entry = null where person_id = ${personId} and entry is not null`.execute(tx);
}
