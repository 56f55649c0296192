import { sql } from 'kysely';
import { followsAlarm } from '#server/alerting/messages/message-rows.ts';
import { mayHaveIt, wasHandedOver } from '#server/alerting/progress/status.ts';
import type { FollowUpKind } from '#server/channels/rendering/texts.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';

/** By report: the reports it follows, or those that follow it, in the order they were written; deleted ones left out. */
export async function linked(
  db: Db,
  ids: readonly number[],
  side: 'follows' | 'followUps',
): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ of: number; id: number }>`
    select f.report_id as of, p.id from report_follow_ups f join reports p on p.id = f.follows_id and p.is_active
    where ${side} = 'follows' and f.report_id = any(${ids})
    union all
    select f.follows_id, p.id from report_follow_ups f join reports p on p.id = f.report_id and p.is_active
    where ${side} = 'followUps' and f.follows_id = any(${ids})
    order by id`.execute(db);
  return new Map([...Map.groupBy(rows, (row) => row.of)].map(([id, links]) => [id, links.map((link) => link.id)]));
}

/** Of these reports, whether they follow an alarm, themselves or by what they follow. */
export async function followAlarms(db: Db, ids: readonly number[]): Promise<Map<number, boolean>> {
  const { rows } = await sql<{ id: number; follows: boolean }>`
    select x.id, ${followsAlarm(sql.ref('x.id'))} as follows from unnest(${ids}::int[]) as x (id)`.execute(db);
  return new Map(rows.map(({ id, follows }) => [id, follows]));
}

/** What those of these reports are that follow others. */
export async function kindsOf(db: Db, ids: readonly number[]): Promise<Map<number, FollowUpKind>> {
  const { rows } = await sql<{ id: number; kind: FollowUpKind }>`
    select distinct report_id as id, kind from report_follow_ups where report_id = any(${ids})`.execute(db);
  return new Map(rows.map(({ id, kind }) => [id, kind]));
}

/** Whether somebody may have got message `m`, or it was published: the sums tell, and of single rows only those that they do not count. */
const isOut = sql<boolean>`(${wasHandedOver} or exists (
    select from message_recipients r where r.message_id = m.id and ${mayHaveIt} and (r.maybe_duplicate or (r.superseded
      and r.status in ${recipientStates.openOrAccepted}))))`;

/** Of these reports, whether somebody may have got them, or they were published. */
export async function areOut(db: Db, ids: readonly number[]): Promise<Map<number, boolean>> {
  const { rows } = await sql<{ id: number }>`
    select distinct m.report_id as id from messages m where m.report_id = any(${ids}) and m.is_active and ${isOut}`.execute(
    db,
  );
  return new Map(rows.map(({ id }) => [id, true]));
}

/** Of these events, whether an activation may have reached somebody. */
export async function alerted(db: Db, ids: readonly number[]): Promise<Map<number, boolean>> {
  const { rows } = await sql<{ id: number }>`
    select distinct p.event_id as id from reports p join report_types t on t.id = p.report_type_id
    join messages m on m.report_id = p.id and m.is_active
    where p.event_id = any(${ids}) and p.is_active and t.identifier = 'activation' and ${isOut}`.execute(db);
  return new Map(rows.map(({ id }) => [id, true]));
}

/**
 * Of these events, whether they wait for an alarm: their kind has alarm lists or is not known, and their reports are not only for the press or
 * the public. The all-clear of such a report asks for no alarm either.
 */
export async function callsIn(db: Db, ids: readonly number[]): Promise<Map<number, boolean>> {
  const { rows } = await sql<{ id: number }>`
    select e.id from events e where e.id = any(${ids})
      and (e.event_type_id is null or exists (
        select 1 from event_type_mailing_lists x join mailing_lists l on l.id = x.mailing_list_id and l.is_active
        where x.event_type_id = coalesce(e.activation_event_type_id, e.event_type_id)))
      and not (
        exists (select 1 from reports p where p.event_id = e.id and p.is_active and ${isPublic})
        and not exists (
          select 1 from reports p join report_types t on t.id = p.report_type_id
          where p.event_id = e.id and p.is_active and not ${isPublic} and t.identifier <> 'all_clear'))`.execute(db);
  return new Map(rows.map(({ id }) => [id, true]));
}

const isPublic = sql<boolean>`exists (
  select 1 from report_types t where t.id = p.report_type_id and t.identifier in ('press_release', 'public_information'))`;

/** Of these events, whether they only inform: a communication left, and nobody has begun an activation. */
export async function onlyInform(db: Db, ids: readonly number[]): Promise<Map<number, boolean>> {
  const { rows } = await sql<{ id: number }>`
    select e.id from events e where e.id = any(${ids})
      and exists (
        select 1 from reports p join messages m on m.report_id = p.id and m.is_active
        where p.event_id = e.id and p.is_active and ${isOut})
      and not exists (
        select 1 from reports p join report_types t on t.id = p.report_type_id
        where p.event_id = e.id and p.is_active and t.identifier = 'activation')`.execute(db);
  return new Map(rows.map(({ id }) => [id, true]));
}
