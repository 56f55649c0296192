import { sql } from 'kysely';
import { loader, loadRow } from '#server/api/graphql/loaders.ts';
import { listPage, nestedPage, type OrderKey, type Page, type PageArgs } from '#server/api/graphql/page.ts';
import { matches } from '#server/api/graphql/search.ts';
import type { Row } from '#server/api/graphql/types.ts';
import { forgivingPage } from '#server/api/search/forgiving.ts';
import { findNamed } from '#server/api/search/named.ts';
import type { Context } from '#server/platform/context.ts';
import { groupAndBelow, membersOf } from './tree.ts';

const byPlace: OrderKey[] = [{ key: 'sortOrder' }, { key: 'name', text: true }, { key: 'id' }];
const byName: OrderKey[] = [{ key: 'sortName' }, { key: 'id' }];

/** The filter of a list of groups. */
export interface GroupFilter extends PageArgs {
  isActive?: boolean | null | undefined;
  /** False: only top groups; true: only subgroups. */
  existsParentGroup?: boolean | null | undefined;
  name?: string | null | undefined;
  /** Only groups with shifts, or a permanent need. */
  hasRoster?: boolean | null | undefined;
}

/** Returns a page of groups. */
export function listGroups(ctx: Context, filter: GroupFilter, order: OrderKey[]): Promise<Page<Row<'groups'>>> {
  const { isActive, existsParentGroup: below, name, hasRoster } = filter;
  const query = sql<Row<'groups'>>`
    select * from groups
    where ${typeof isActive === 'boolean' ? sql`is_active = ${isActive}` : sql`true`}
      and ${typeof below === 'boolean' ? sql`(parent_group_id is not null) = ${below}` : sql`true`}
      and ${typeof hasRoster === 'boolean' ? sql`(id in (${rostered})) = ${hasRoster}` : sql`true`}
      and ${matches(sql`name`, name ?? '')}`;
  return listPage(ctx, filter, query, order);
}

/** SQL: the ids of groups with a roster. */
const rostered = sql`select group_id from shifts union select group_id from rosters where always_needed`;

/** Searches active groups, tolerating typing errors; name matches come first. */
export function searchGroups(ctx: Context, term: string, page: PageArgs): Promise<Page<Row<'groups'>>> {
  return forgivingPage(ctx, term, page, (words, args) => findNamed(ctx, 'groups', words, args));
}

export function listChildGroups(ctx: Context, groupId: number, args: PageArgs): Promise<Page<Row<'groups'>>> {
  const query = (id: unknown) => sql<Row<'groups'>>`select * from groups where parent_group_id = ${id} and is_active`;
  return nestedPage(ctx, 'group.children', groupId, args, query, byPlace);
}

/** Returns a group's own active members in call order. */
export function listMembers(ctx: Context, groupId: number, args: PageArgs): Promise<Page<Row<'personGroups'>>> {
  const query = (id: unknown) => sql<Row<'personGroups'>>`
    select pg.* from person_groups pg join people p on p.id = pg.person_id and p.is_active where pg.group_id = ${id}`;
  return nestedPage(ctx, 'group.personGroup', groupId, args, query, [{ key: 'sortOrder' }, { key: 'id' }]);
}

export function listPlacesOnLists(ctx: Context, groupId: number, args: PageArgs): Promise<Page<Row<'listGroups'>>> {
  const query = (id: unknown) => sql<Row<'listGroups'> & { listName: string }>`
    select lg.*, l.name as list_name from list_groups lg
    join mailing_lists l on l.id = lg.mailing_list_id and l.is_active where lg.group_id = ${id}`;
  return nestedPage(ctx, 'group.listGroup', groupId, args, query, [{ key: 'listName', text: true }, { key: 'id' }]);
}

export function listPeopleBelow(ctx: Context, groupId: number, args: PageArgs): Promise<Page<Row<'people'>>> {
  return nestedPage(
    ctx,
    'group.listPerson',
    groupId,
    args,
    (id) => sql<Row<'people'>>`select * from people where id in ${membersOf(groupAndBelow(id))}`,
    byName,
  );
}

interface Totals {
  personTotal: number;
  hasCrisis: boolean;
}

/** Returns the figures of a group with its subgroups; a member of two groups counts twice. */
export async function loadTotals(ctx: Context, groupId: number): Promise<Totals> {
  const totals = loader<number, Totals>(ctx.loaders, 'group.totals', async (ids, db) => {
    const { rows } = await sql<Totals & { id: number }>`
      with recursive tree as (
        select id as root, id from unnest(${ids}::int[]) as asked (id)
        union
        select tree.root, g.id from groups g join tree on g.parent_group_id = tree.id where g.is_active)
      select tree.root as id, count(p.id) as person_total, coalesce(bool_or(p.is_crisis), false) as has_crisis
      from tree left join person_groups pg on pg.group_id = tree.id
      left join people p on p.id = pg.person_id and p.is_active
      group by tree.root`.execute(db);
    return new Map(rows.map((row) => [row.id, row]));
  });
  return (await totals.load(groupId)) ?? { personTotal: 0, hasCrisis: false };
}

/** Returns the ancestors of a group, topmost first. */
export async function loadParents(ctx: Context, group: Row<'groups'>): Promise<Row<'groups'>[]> {
  const parents: Row<'groups'>[] = [];
  let above = group.parentGroupId;
  while (above !== null && !parents.some(({ id }) => id === above)) {
    const parent: Row<'groups'> | null = await loadRow(ctx, 'groups', above);
    if (!parent) break;
    parents.unshift(parent);
    above = parent.parentGroupId;
  }
  return parents;
}
