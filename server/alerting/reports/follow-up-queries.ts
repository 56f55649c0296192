import { sql } from 'kysely';
import { followsAlarm } from '#server/alerting/messages/message-rows.ts';
import { mayHaveIt, wasHandedOver } from '#server/alerting/progress/status.ts';
import type { FollowUpKind } from '#server/channels/rendering/texts.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';

/** Returns followed and following reports by report. */
export async function linkedReports(
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

/** Returns whether reports follow an alarm, directly or by other follow-ups. */
export async function followAlarms(db: Db, ids: readonly number[]): Promise<Map<number, boolean>> {
  const { rows } = await sql<{ id: number; follows: boolean }>`
    select x.id, ${followsAlarm(sql.ref('x.id'))} as follows from unnest(${ids}::int[]) as x (id)`.execute(db);
  return new Map(rows.map(({ id, follows }) => [id, follows]));
}

/** Returns the kinds of follow-ups among these reports. */
export async function kindsOf(db: Db, ids: readonly number[]): Promise<Map<number, FollowUpKind>> {
  const { rows } = await sql<{ id: number; kind: FollowUpKind }>`
    select distinct report_id as id, kind from report_follow_ups where report_id = any(${ids})`.execute(db);
  return new Map(rows.map(({ id, kind }) => [id, kind]));
}

/** SQL: message `m` may have reached anyone, or was published; by sums if possible. */
const isOut = sql<boolean>`(${wasHandedOver} or exists (
    select from message_recipients r where r.message_id = m.id and ${mayHaveIt} and (r.maybe_duplicate or (r.superseded
      and r.status in ${recipientStates.openOrAccepted}))))`;

/** Returns whether reports may have reached anyone, or were published. */
export async function areOut(db: Db, ids: readonly number[]): Promise<Map<number, boolean>> {
  const { rows } = await sql<{ id: number }>`
    select distinct m.report_id as id from messages m where m.report_id = any(${ids}) and m.is_active and ${isOut}`.execute(
    db,
  );
  return new Map(rows.map(({ id }) => [id, true]));
}

/** Returns whether an activation of these events may have reached anyone. */
export async function alerted(db: Db, ids: readonly number[]): Promise<Map<number, boolean>> {
  const { rows } = await sql<{ id: number }>`
    select distinct p.event_id as id from reports p join report_types t on t.id = p.report_type_id
    join messages m on m.report_id = p.id and m.is_active
    where p.event_id = any(${ids}) and p.is_active and t.identifier = 'activation' and ${isOut}`.execute(db);
  return new Map(rows.map(({ id }) => [id, true]));
}

/**
 * Returns whether events wait for an alarm: their type has alarm lists or is unknown, and their reports aren't only for
 * press or public, including such a report's all-clear.
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

/** Returns whether only communications were sent. */
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
