import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/database/connect.ts';

/** Whether message `m` was launched and not taken back. */
const isLaunched = sql`(m.is_active and m.status not in ('draft', 'rejected', 'pending_approval', 'scheduled', 'cancelled'))`;

const channelIs = (type: RawBuilder<unknown>) => sql`exists (select 1 from channels c
  join channel_types t on t.id = c.channel_type_id where c.id = m.channel_id and ${type})`;

const onExercise = channelIs(sql`t.identifier = 'exercise'`);

/** Which of these reports of live events were sent to the exercise mailbox alone, or else failed altogether: nobody outside got anything. */
export async function stayedInside(db: Db, reportIds: readonly number[]): Promise<Map<number, boolean>> {
  const { rows } = await sql<{ id: number; inside: boolean }>`
    select r.id, bool_and(${onExercise} or m.status = 'failed') as inside
    from reports r join events e on e.id = r.event_id and e.mode = 'LIVE' join messages m on m.report_id = r.id
    where r.id = any(${reportIds}) and ${isLaunched} group by r.id`.execute(db);
  return new Map(rows.map(({ id, inside }) => [id, inside]));
}

/** Which of these live events sent alarms, and none of them out of the house. */
export async function alarmsStayedInside(db: Db, eventIds: readonly number[]): Promise<Map<number, boolean>> {
  const { rows } = await sql<{ id: number; inside: boolean }>`
    select e.id, bool_and(${onExercise} or m.status = 'failed') as inside
    from events e join reports r on r.event_id = e.id and r.is_active
    join report_types rt on rt.id = r.report_type_id and rt.identifier = 'activation'
    join messages m on m.report_id = r.id
    where e.id = any(${eventIds}) and e.mode = 'LIVE' and ${isLaunched} group by e.id`.execute(db);
  return new Map(rows.map(({ id, inside }) => [id, inside]));
}
