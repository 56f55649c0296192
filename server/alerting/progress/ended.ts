import { type RawBuilder, sql } from 'kysely';

/**
 * SQL: no one else is asked for a reached limit, even if lost: its messages were stopped, or have no recipients since.
 * `limit` is a cascade row of the outer statement, so names must be unique.
 */
export const isEnded = (limit: string): RawBuilder<boolean> => {
  const [id, closedAfter] = [sql.ref(`${limit}.id`), sql.ref(`${limit}.closed_after`)];
  return sql`not exists (
    select 1 from cascade_messages en_x join messages en_g on en_g.id = en_x.message_id and en_g.status <> 'cancelled'
    where en_x.cascade_id = ${id} and (${closedAfter} is null or exists (
      select 1 from message_recipients en_r
      join cascade_members en_m on en_m.cascade_id = ${id} and en_m.person_id = en_r.person_id
      where en_r.message_id = en_g.id and en_r.id > ${closedAfter})))`;
};
