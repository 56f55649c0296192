import { type Expression, type RawBuilder, sql } from 'kysely';

/** SQL: a group and all active ones below. */
export const groupAndBelow = (groupId: Expression<unknown>): RawBuilder<unknown> => sql`(
  with recursive tree as (
    select ${groupId}::int as id
    union
    select g.id from groups g join tree on g.parent_group_id = tree.id where g.is_active
  ) select id from tree)`;

/** SQL: active members of groups, with repetitions. */
export const membersOf = (groupIds: Expression<unknown>): RawBuilder<unknown> => sql`(
  select pg.person_id from person_groups pg join people p on p.id = pg.person_id and p.is_active
  where pg.group_id in ${groupIds})`;
