import { sql } from 'kysely';
import { groupAndBelow } from '#server/contacts/groups/tree.ts';
import { countReach } from '#server/contacts/mailing-lists/queries.ts';
import type { Tx } from '#server/platform/database/connect.ts';

/** Named groups and lists, and people whose memberships change. */
export interface Touched {
  groups: readonly number[];
  lists: readonly number[];
  people: readonly number[];
}

/** People per group and list, and possible ones per stop limit. */
export interface MemberFigures {
  groups: Map<number, number>;
  lists: Map<number, number>;
  limits: Map<number, StopLimitFigure>;
}

/** A stop limit with its number of active people. */
export interface StopLimitFigure {
  listId: number;
  groupId: number;
  stopLimit: number;
  available: number;
}

/** Returns active groups and lists that may change, with ancestors. */
export async function findTouched(tx: Tx, { groups, lists, people }: Touched): Promise<Omit<Touched, 'people'>> {
  const { rows } = await sql<{ groups: number[]; lists: number[] }>`
    with recursive held_groups as (
      select id, parent_group_id from groups where is_active and (id = any(${groups})
        or id in (select group_id from person_groups where person_id = any(${people})))
      union select g.id, g.parent_group_id from groups g join held_groups h on g.id = h.parent_group_id where g.is_active),
    held_lists as (
      select id, parent_list_id from mailing_lists where is_active and (id = any(${lists})
        or id in (select mailing_list_id from mailing_list_people where person_id = any(${people}))
        or id in (select mailing_list_id from list_groups where group_id in (select id from held_groups)))
      union select l.id, l.parent_list_id from mailing_lists l join held_lists h on l.id = h.parent_list_id
        where l.is_active)
    select array(select id from held_groups) as groups, array(select id from held_lists) as lists`.execute(tx);
  return rows[0]!;
}

/** Counts current figures. */
export async function figuresOf(tx: Tx, { groups, lists }: Omit<Touched, 'people'>): Promise<MemberFigures> {
  const members = await sql<{ id: number; n: number }>`
    select pg.group_id as id, count(*) as n from person_groups pg join people p on p.id = pg.person_id and p.is_active
    where pg.group_id = any(${groups}) group by pg.group_id`.execute(tx);
  const limits = await sql<StopLimitFigure & { id: number }>`
    select lg.id, lg.mailing_list_id as list_id, lg.group_id, lg.stop_limit, (
      select count(distinct pg.person_id) from person_groups pg join people p on p.id = pg.person_id and p.is_active
      where pg.group_id in ${groupAndBelow(sql`lg.group_id`)}) as available
    from list_groups lg
    where lg.stop_limit is not null and lg.group_id = any(${groups}) and lg.mailing_list_id = any(${lists})
    order by lg.mailing_list_id, lg.sort_order, lg.id`.execute(tx);
  const reach = await countReach(tx, lists);
  return {
    groups: new Map(members.rows.map((row) => [row.id, row.n])),
    lists: new Map([...reach].map(([id, { personTotal }]) => [id, personTotal])),
    limits: new Map(limits.rows.map(({ id, ...limit }) => [id, limit])),
  };
}
