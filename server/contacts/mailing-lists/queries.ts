import { type RawBuilder, sql } from 'kysely';
import { loader } from '#server/api/graphql/loaders.ts';
import { listPage, nestedPage, type OrderKey, type Page, type PageArgs } from '#server/api/graphql/page.ts';
import { matches } from '#server/api/graphql/search.ts';
import type { Row } from '#server/api/graphql/types.ts';
import { forgivingPage } from '#server/api/search/forgiving.ts';
import { findNamed } from '#server/api/search/named.ts';
import { withoutAddress } from '#server/contacts/people/without-address.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';

const byName: OrderKey[] = [{ key: 'name', text: true }, { key: 'id' }];
const byPersonName: OrderKey[] = [{ key: 'sortName' }, { key: 'id' }];

/** Returns a page of the top mailing lists. */
export function listMailingLists(
  ctx: Context,
  filter: PageArgs & { isActive?: boolean | null | undefined; name?: string | null | undefined },
): Promise<Page<Row<'mailingLists'>>> {
  const { isActive, name } = filter;
  const query = sql<Row<'mailingLists'>>`
    select * from mailing_lists
    where parent_list_id is null and ${matches(sql`name`, name ?? '')}
      and ${typeof isActive === 'boolean' ? sql`is_active = ${isActive}` : sql`true`}`;
  return listPage(ctx, filter, query, byName);
}

/** Searches active mailing lists, tolerating typing errors; name matches come first. */
export function searchMailingLists(ctx: Context, term: string, page: PageArgs): Promise<Page<Row<'mailingLists'>>> {
  return forgivingPage(ctx, term, page, (words, args) => findNamed(ctx, 'mailing_lists', words, args));
}

/** Returns a page of a list's active direct sublists. */
export function listChildLists(ctx: Context, listId: number, args: PageArgs): Promise<Page<Row<'mailingLists'>>> {
  const query = (id: unknown) =>
    sql<Row<'mailingLists'>>`select * from mailing_lists where parent_list_id = ${id} and is_active`;
  return nestedPage(ctx, 'mailingList.children', listId, args, query, byName);
}

export function listPeopleOfList(ctx: Context, listId: number, args: PageArgs): Promise<Page<Row<'people'>>> {
  const query = (id: unknown) => sql<Row<'people'>>`
    select p.* from people p join mailing_list_people l on l.person_id = p.id
    where l.mailing_list_id = ${id} and p.is_active`;
  return nestedPage(ctx, 'mailingList.listPerson', listId, args, query, byPersonName);
}

export function listGroupsOfList(ctx: Context, listId: number, args: PageArgs): Promise<Page<Row<'listGroups'>>> {
  const query = (id: unknown) => sql<Row<'listGroups'>>`
    select l.* from list_groups l join groups g on g.id = l.group_id and g.is_active where l.mailing_list_id = ${id}`;
  return nestedPage(ctx, 'mailingList.listGroup', listId, args, query, [{ key: 'sortOrder' }, { key: 'id' }]);
}

export function listEventTypes(ctx: Context, listId: number, args: PageArgs): Promise<Page<Row<'eventTypes'>>> {
  const query = (id: unknown) => sql<Row<'eventTypes'>>`
    select t.* from event_types t join event_type_mailing_lists l on l.event_type_id = t.id
    where l.mailing_list_id = ${id} and t.is_active`;
  return nestedPage(ctx, 'mailingList.eventTypes', listId, args, query, byName);
}

/** The number of people that a list reaches. */
export interface ListFigures {
  personTotal: number;
  hasCrisis: boolean;
}

/** Counts distinct active people of the list, groups and sublists. */
export async function loadReach(ctx: Context, listId: number): Promise<ListFigures> {
  const reach = loader<number, ListFigures>(ctx.loaders, 'mailingList.reach', (ids, db) => countReach(db, ids));
  return (await reach.load(listId)) ?? { personTotal: 0, hasCrisis: false };
}

/** Counts a list's people without a usable address. */
export async function loadUnreachable(ctx: Context, listId: number): Promise<number> {
  const unreachable = loader<number, number>(ctx.loaders, 'mailingList.unreachable', async (ids, db) => {
    const { rows } = await sql<{ id: number; total: number }>`
      select asked as id, count(*)::int as total
      from (${reachedBy(ids)}) reached join people on people.id = reached.person_id and people.is_active
      where ${await withoutAddress(db)} group by asked`.execute(db);
    return new Map(rows.map(({ id, total }) => [id, total]));
  });
  return (await unreachable.load(listId)) ?? 0;
}

/** Runs `loadReach` for several lists, without empty ones. */
export async function countReach(db: Db | Tx, ids: readonly number[]): Promise<Map<number, ListFigures>> {
  const { rows } = await sql<ListFigures & { id: number }>`
    select asked as id, count(*) as person_total, bool_or(p.is_crisis) as has_crisis
    from (${reachedBy(ids)}) reached join people p on p.id = reached.person_id and p.is_active group by asked`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** SQL: lists' people as distinct (asked, person_id), including groups and sublists, with duty limits. */
export const reachedBy = (ids: readonly number[]): RawBuilder<unknown> => sql`
  with recursive lists as (
    select id as asked, id from unnest(${ids}::int[]) as id
    union
    select lists.asked, l.id from mailing_lists l join lists on l.parent_list_id = lists.id where l.is_active
  ), tree as (
    select lists.asked, g.id, lg.on_duty from lists
    join list_groups lg on lg.mailing_list_id = lists.id join groups g on g.id = lg.group_id and g.is_active
    union
    select tree.asked, g.id, tree.on_duty from groups g join tree on g.parent_group_id = tree.id where g.is_active
  )
  select asked, lp.person_id from lists join mailing_list_people lp on lp.mailing_list_id = lists.id
  union
  select asked, pg.person_id from tree join person_groups pg on pg.group_id = tree.id where not on_duty
  union
  select asked, t.person_id from tree
  join turns_between((select array_agg(id) from tree where on_duty), now(), now() + interval '1 microsecond') t
    on t.group_id = tree.id
  where on_duty`;
