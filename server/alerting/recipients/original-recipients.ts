import { type RawBuilder, sql } from 'kysely';
import { mayHaveIt, mayHaveItAs } from '#server/alerting/progress/status.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { messageStates, recipientStates } from '#server/platform/database/delivery-states.ts';

/** SQL: recipient `r` has or may get the message, so the address is taken. */
export const takesAddress: RawBuilder<boolean> = sql`(
  r.maybe_duplicate or r.status not in ${recipientStates.unreached})`;

/** SQL: message `own` of a follow-up left, will leave, or was stopped. */
const goesOut = sql`(own.launched_at is not null or own.status in ${messageStates.waitingOrCancelled}
  or exists (select 1 from follow_up_watches w where w.message_id = own.id))`;

const sends = sql`exists (
  select 1 from channels c join channel_types t on t.id = c.channel_type_id and t.is_active
  where c.id = own.channel_id and c.is_active)`;

/**
 * SQL: row `r` makes its channel a used one: it may have reached a person, can, or became unnecessary. Failed and
 * stopped channels are unused.
 */
const usesChannel = sql<boolean>`(${mayHaveIt} or r.status not in ${recipientStates.unreached}
  and coalesce(r.status_reason, '') not in ('stopped', 'handed_over'))`;

/**
 * SQL: for follow-ups, the people who may have received the followed reports, as (message_id, person_id, place): on a
 * used channel the people reached there, on an unused one all. A person reached only over channels without a message
 * gets all messages, also if that channel's stayed a draft or is off.
 */
export const originalRecipients = (messageIds: readonly number[]): RawBuilder<unknown> => sql`
  select m.id as message_id, r.person_id, min(r.id) as place
  from messages m join report_follow_ups f on f.report_id = m.report_id
  join message_recipients r on r.report_id = f.follows_id join messages first on first.id = r.message_id
  where m.id = any(${messageIds}) and r.person_id is not null and ${mayHaveIt}
    and (first.channel_id = m.channel_id or not exists (
      select 1 from report_follow_ups g join messages other on other.report_id = g.follows_id
      join message_recipients r on r.message_id = other.id
      where g.report_id = m.report_id and other.channel_id = m.channel_id and r.person_id is not null and ${usesChannel})
      or not exists (
        select 1 from report_follow_ups g join messages other on other.report_id = g.follows_id
        join messages own on own.report_id = m.report_id and own.channel_id = other.channel_id and own.is_active
          and (m.launched_at is null or ${goesOut} and (own.status = 'cancelled' or ${sends} or exists (
            select 1 from message_recipients got
            where got.message_id = own.id and got.person_id = r.person_id and got.status <> 'suppressed')))
        join message_recipients mine on mine.message_id = other.id and mine.person_id = r.person_id
        where g.report_id = m.report_id and ${mayHaveItAs(sql.ref('mine'))}))
  group by m.id, r.person_id`;

/** Returns possible recipients of the followed report who aren't this message's. */
export async function lateIn(tx: Tx, messageId: number): Promise<number[]> {
  const { rows } = await sql<{ personId: number }>`
    select h.person_id from (${originalRecipients([messageId])}) h
    where not exists (
      select 1 from message_recipients r where r.message_id = h.message_id and r.person_id = h.person_id)
    order by h.place`.execute(tx);
  return rows.map(({ personId }) => personId);
}

/** Returns whether the followed report is still leaving, so that some get the follow-up later. */
export async function stillLeaving(db: Db | Tx, reportId: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    select r.id from report_follow_ups f join messages m on m.report_id = f.follows_id and m.is_active
    join message_recipients r on r.message_id = m.id
    where f.report_id = ${reportId} and r.status in ${recipientStates.open} and not r.maybe_duplicate
    limit 1`.execute(db);
  return rows.length > 0;
}
