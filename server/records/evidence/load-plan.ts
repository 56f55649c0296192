import { type RawBuilder, sql } from 'kysely';
import { alarmChannels } from '#server/alerting/reports/alarm-channels.ts';
import { withoutAddress } from '#server/contacts/people/without-address.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { readIn } from '#shared/administration/translated.ts';
import { plainText } from '#shared/rich-text.ts';
import type { Evidence, PlanChannel, PlanFunction } from './evidence.ts';

type Plan = Pick<Evidence, 'texts' | 'lists' | 'functions' | 'channels' | 'checklist'>;

/** SQL: `lists (id)` of a type with sublists, and `members (entry, group_id, person_id)`. */
export const planMembers = (eventType: number): RawBuilder<unknown> => sql`
  lists as (
    select m.id from event_type_mailing_lists x join mailing_lists m on m.id = x.mailing_list_id and m.is_active
    where x.event_type_id = ${eventType}
    union
    select c.id from mailing_lists c join lists on c.parent_list_id = lists.id where c.is_active
  ), tree as (
    select lg.id as entry, g.id from lists join list_groups lg on lg.mailing_list_id = lists.id
      join groups g on g.id = lg.group_id and g.is_active
    union
    select tree.entry, g.id from groups g join tree on g.parent_group_id = tree.id where g.is_active
  ), members as (
    select tree.entry, tree.id as group_id, pg.person_id from tree join person_groups pg on pg.group_id = tree.id
    union
    select null::int, null::int, lp.person_id from lists join mailing_list_people lp on lp.mailing_list_id = lists.id
  )`;

export async function loadPlan(db: Db, eventType: number, language: string): Promise<Plan> {
  return {
    texts: await textsOf(db, eventType, language),
    lists: await listsOf(db, eventType),
    functions: await functionsOf(db, eventType),
    channels: await channelsOf(db, language),
    checklist: await checklistOf(db, eventType),
  };
}

async function textsOf(db: Db, eventType: number, language: string): Promise<Plan['texts']> {
  const { rows } = await sql<{ name: string; nameEn: string | null; content: string; contentEn: string | null }>`
    select s.name, s.name_en, s.content, s.content_en from report_event_snippets x
    join snippets s on s.id = x.snippet_id and s.is_active
    join report_types t on t.id = x.report_type_id and t.identifier = 'activation'
    where x.event_type_id = ${eventType} or x.event_type_id is null and not exists (
      select from report_event_snippets o join snippets p on p.id = o.snippet_id and p.is_active
      where o.event_type_id = ${eventType} and o.report_type_id = x.report_type_id)
    order by x.id`.execute(db);
  return rows.map((row) => ({
    name: readIn(row, 'name', language),
    content: plainText(readIn(row, 'content', language)),
  }));
}

async function listsOf(db: Db, eventType: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive ${planMembers(eventType)}
    select m.name from mailing_lists m join lists on lists.id = m.id order by m.name, m.id`.execute(db);
  return rows.map(({ name }) => name);
}

async function functionsOf(db: Db, eventType: number): Promise<PlanFunction[]> {
  const { rows } = await sql<PlanFunction>`
    with recursive ${planMembers(eventType)},
    counted as (
      select k.entry, count(*)::int as members,
        (count(*) filter (where people.is_active and people.erased_at is null and not ${await withoutAddress(db)}))::int
          as usable
      from (select distinct entry, person_id from members where entry is not null) k
      join people on people.id = k.person_id group by k.entry)
    select m.name as list, g.id as group_id, g.name as group, lg.stop_limit as needed, lg.on_duty,
      coalesce(c.members, 0) as members, coalesce(c.usable, 0) as usable
    from lists join mailing_lists m on m.id = lists.id join list_groups lg on lg.mailing_list_id = m.id
    join groups g on g.id = lg.group_id and g.is_active left join counted c on c.entry = lg.id
    order by m.name, m.id, lg.sort_order, lg.id`.execute(db);
  return rows;
}

async function channelsOf(db: Db, language: string): Promise<PlanChannel[]> {
  const ids = await alarmChannels(db);
  const { rows } = await sql<Omit<PlanChannel, 'name'> & { name: string; nameEn: string | null }>`
    select c.name, c.name_en, t.identifier as type, coalesce(c.trouble, c.hearing_trouble) as trouble, c.last_success_at
    from channels c join channel_types t on t.id = c.channel_type_id
    where c.id = any(${ids}::int[]) order by c.name, c.id`.execute(db);
  return rows.map(({ name, nameEn, ...row }) => ({ ...row, name: readIn({ name, nameEn }, 'name', language) }));
}

async function checklistOf(db: Db, eventType: number): Promise<Plan['checklist']> {
  const { rows } = await sql<Plan['checklist'][number]>`
    select c.name, coalesce(g.name, '') as who, c.due_minutes as minutes from checklist_items c
    left join groups g on g.id = c.group_id
    where c.event_type_id = ${eventType} order by c.sort_order, c.id`.execute(db);
  return rows;
}
