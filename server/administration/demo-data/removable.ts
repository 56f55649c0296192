import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import type { LogKind } from '#shared/event-log/kinds.ts';
import { isDemoCallIn } from './demo-rows.ts';

/** Numbers of demo rows by kind. */
export interface DemoCounts {
  events: number;
  mailingLists: number;
  groups: number;
  people: number;
}

const finished: LogKind = 'event_finished';

/**
 * SQL: person `p` is an unchanged, unmarked demo person of an old installation, by external id and reserved addresses.
 */
export const isUnmarkedDemo = sql<boolean>`(p.version = 1 and p.external_id ~ '^demo-[0-9]+$'
  and exists (select from person_data d where d.person_id = p.id and d.value_str like '%@%.example')
  and not exists (
    select from person_data d where d.person_id = p.id and d.value_str like '%@%' and d.value_str not like '%.example')
  and not exists (select from demo_rows d where d.table_name = 'people' and d.row_id = p.id))`;

const marked = (table: string) => sql`(select row_id from demo_rows where table_name = ${table})`;
const unchanged = (table: string) => sql`
  select t.id from ${sql.table(table)} t
  join demo_rows d on d.table_name = ${table} and d.row_id = t.id and d.version = t.version`;

/** SQL: `report` belongs to an event that stays. */
const stays = (report: string) => sql`exists (
  select from reports r where r.id = ${sql.ref(report)} and r.event_id not in (select id from removable_events))`;
const messageStays = (message: string) => sql`exists (
  select from messages sent where sent.id = ${sql.ref(message)} and ${stays('sent.report_id')})`;

/** Events without users' actions besides their end, and without their drafts. */
const removableEvents = sql`
  select e.id from events e join demo_rows d on d.table_name = 'events' and d.row_id = e.id
  where not exists (
      select from log_entries l where l.event_id = e.id and l.id > d.version and l.kind <> ${finished}
        and l.by_user_id is not null)
    and not exists (
      select from reports r where r.event_id = e.id and r.is_active and r.inserted_by is not null
        and r.inserted_at > coalesce((select at from demo_began), 'infinity'))`;

/** Shifts added or changed by users. */
const ownShifts = sql`
  select s.id, s.group_id, s.person_id from shifts s
  where s.group_id not in ${marked('groups')}
    or s.inserted_at > coalesce((select at from demo_began), '-infinity')
    or exists (
      select from shift_changes c where c.shift_id = s.id
        and (c.substitute_id is null or c.substitute_id not in (select id from marked_people)))`;

const candidateLists = sql`
  select l.id from (${unchanged('mailing_lists')}) l
  where not exists (select from message_lists m where m.mailing_list_id = l.id and ${messageStays('m.message_id')})
    and not exists (
      select from mailing_list_people p
      where p.mailing_list_id = l.id and p.person_id not in (select id from unchanged_people))
    and not exists (
      select from list_groups g where g.mailing_list_id = l.id
        and (g.group_id not in ${marked('groups')} or g.group_id in (select id from groups_with_own_people)))
    and not exists (
      select from event_type_mailing_lists e where e.mailing_list_id = l.id and not ${isDemoCallIn})`;

const candidateGroups = sql`
  select g.id from (${unchanged('groups')}) g
  where g.id not in (select id from groups_with_own_people)
    and not exists (select from own_shifts s where s.group_id = g.id)
    and not exists (select from rosters r where r.group_id = g.id and r.link_hash is not null)
    and not exists (select from message_groups m where m.group_id = g.id and ${messageStays('m.message_id')})
    and not exists (select from messages m where m.for_group_id = g.id and ${stays('m.report_id')})
    and not exists (select from cascades c where c.group_id = g.id and ${stays('c.report_id')})
    and not exists (
      select from tasks t where t.group_id = g.id and t.event_id not in (select id from removable_events))
    and not exists (
      select from checklist_items c where c.group_id = g.id and c.event_type_id not in ${marked('event_types')})
    and not exists (
      select from list_groups l
      where l.group_id = g.id and l.mailing_list_id not in (select id from removable_mailing_lists))`;

const removablePeople = sql`
  select p.id from unchanged_people p
  where not exists (select from message_recipients m where m.person_id = p.id and ${stays('m.report_id')})
    and not exists (select from answers a where a.person_id = p.id and ${stays('a.report_id')})
    and not exists (select from arrivals a where a.person_id = p.id and ${stays('a.report_id')})
    and not exists (
      select from cascade_members m join cascades c on c.id = m.cascade_id
      where m.person_id = p.id and ${stays('c.report_id')})
    and not exists (select from message_people m where m.person_id = p.id and ${messageStays('m.message_id')})
    and not exists (
      select from situation_report_mails m join situation_reports s on s.id = m.situation_report_id
      where m.person_id = p.id and s.event_id not in (select id from removable_events))
    and not exists (
      select from tasks t where t.person_id = p.id and t.event_id not in (select id from removable_events))
    and not exists (
      select from checklist_items c where c.person_id = p.id and c.event_type_id not in ${marked('event_types')})
    and not exists (
      select from person_groups g where g.person_id = p.id and g.group_id not in (select id from groups_to_leave))
    and not exists (
      select from mailing_list_people l
      where l.person_id = p.id and l.mailing_list_id not in ${marked('mailing_lists')})
    and not exists (select from own_shifts s where s.person_id = p.id)
    and not exists (
      select from shift_changes c join own_shifts s on s.id = c.shift_id where c.substitute_id = p.id)
    and not exists (select from devices d where d.person_id = p.id and d.ended_at is null)
    and not exists (select from opt_outs o where o.person_id = p.id)`;

/**
 * SQL: the queries before each statement of the removal, independent of earlier ones, so that counts agree. Rows stay
 * that own data refer to.
 */
export const removable = sql`
  with recursive
    marked_people as (
      select row_id as id from demo_rows where table_name = 'people'
      union all select p.id from people p where ${isUnmarkedDemo}),
    demo_began as (select min(p.inserted_at) as at from people p join marked_people m on m.id = p.id),
    unchanged_people as (
      select u.id from (
        ${unchanged('people')} union all select p.id from people p where ${isUnmarkedDemo}) u
      where not exists (select from absences a where a.person_id = u.id)),
    groups_below as (
      select id as top, id from groups
      union select b.top, g.id from groups g join groups_below b on g.parent_group_id = b.id),
    lists_below as (
      select id as top, id from mailing_lists
      union select b.top, l.id from mailing_lists l join lists_below b on l.parent_list_id = b.id),
    groups_with_own_people as (
      select distinct b.top as id from groups_below b join person_groups g on g.group_id = b.id
      where g.person_id not in (select id from unchanged_people)),
    groups_to_leave as (
      select g.id from groups g where g.id in ${marked('groups')} and not exists (
        select from list_groups l where l.group_id = g.id and l.mailing_list_id not in ${marked('mailing_lists')})),
    removable_events as (${removableEvents}),
    own_shifts as (${ownShifts}),
    candidate_lists as (${candidateLists}),
    removable_mailing_lists as (
      select c.id from candidate_lists c where not exists (
        select from lists_below b where b.top = c.id and b.id not in (select id from candidate_lists))),
    candidate_groups as (${candidateGroups}),
    removable_groups as (
      select c.id from candidate_groups c where not exists (
        select from groups_below b where b.top = c.id and b.id not in (select id from candidate_groups))),
    removable_people as (${removablePeople})`;

/** Counts the demo rows that `removeDemo` would remove, without locks. */
export async function countRemovable(db: Db | Tx): Promise<DemoCounts> {
  const { rows } = await sql<DemoCounts>`
    ${removable}
    select (select count(*)::int from removable_events) as events,
      (select count(*)::int from removable_mailing_lists) as "mailingLists",
      (select count(*)::int from removable_groups) as groups,
      (select count(*)::int from removable_people) as people`.execute(db);
  return rows[0]!;
}

/** Counts demo rows that stay because users changed them. */
export async function countChanged(db: Db | Tx): Promise<DemoCounts> {
  const changed = (table: string) => sql`(
    select count(*)::int from demo_rows d join ${sql.table(table)} t on t.id = d.row_id
    where d.table_name = ${table} and t.version <> d.version)`;
  const { rows } = await sql<DemoCounts>`
    ${removable}
    select (select count(*)::int from events e
        where e.id in ${marked('events')} and e.id not in (select id from removable_events)) as events,
      ${changed('mailing_lists')} as "mailingLists", ${changed('groups')} as groups, ${changed('people')} as people`.execute(
    db,
  );
  return rows[0]!;
}
