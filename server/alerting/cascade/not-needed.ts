import { type RawBuilder, sql } from 'kysely';
import { answerStateOf } from '#server/alerting/progress/answer-state.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import { mayStillReach } from './cascade-queries.ts';

/** An asked person who isn't needed, with the last channel. */
export interface NotNeeded {
  personId: number;
  /** The chosen channel, or the fallback. */
  channelId: number;
  target: string;
  norm: string;
  isPrivate: boolean;
  via: string[];
}

/**
 * SQL: people whom no stop limit of a report needs, with the last channel that reached them. Includes a yes beyond the
 * need, even without a successful channel, unless the event was once finished. Excluded:
 * - people asked regardless of limits
 * - people who have arrived, declined, or received a stand-down since
 * - people not reached since their finished event continued
 * - overdue people, who may be arriving
 */
export const notNeeded = (reportId: RawBuilder<unknown>): RawBuilder<NotNeeded> => sql`
  with member as materialized (
    select m.person_id, m.always, c.status, c.needed, s.kind, s.arrived_at, s.coming,
      row_number() over (
        partition by m.cascade_id order by s.coming desc, s.arrived_at is null, s.answer_id) as place,
      count(*) filter (where s.coming) over (partition by m.cascade_id) as reached
    from cascades c join cascade_members m on m.cascade_id = c.id
    cross join lateral ${answerStateOf(sql`c.report_id`, sql`m.person_id`)} s
    where c.report_id = ${reportId} and c.status <> 'stopped'),
  free as (
    select person_id, bool_or(coalesce(kind = 'POSITIVE', false)) as said_yes from member group by person_id
    having bool_and(status = 'reached' and reached >= needed and not always and arrived_at is null
      and not (coming and place <= needed) and kind is distinct from 'NEGATIVE'
      and not (kind is not distinct from 'POSITIVE' and not coming)))
  select distinct on (f.person_id) f.person_id, m.channel_id, r.target_address as target, r.address_norm as norm,
    r.is_private, r.via
  from free f
  join message_recipients r on r.report_id = ${reportId} and r.person_id = f.person_id
  join messages m on m.id = r.message_id join channels c on c.id = m.channel_id
  join reports own on own.id = r.report_id join events e on e.id = own.event_id and r.id > coalesce(e.ended_after, 0)
  join channel_types t on t.id = c.channel_type_id
  cross join lateral (
    select r.status in ${recipientStates.sendingOrAccepted} or r.maybe_duplicate as reached) x
  where (x.reached or (f.said_yes and r.status <> 'suppressed' and e.ended_after is null)) and not exists (
    select 1 from stand_downs d join message_recipients n on n.report_id = d.notice_id
    where d.report_id = ${reportId} and n.person_id = f.person_id and (n.id > r.id or r.token_hash is null))
    and not exists (
      select 1 from message_recipients r where r.report_id = ${reportId} and r.person_id = f.person_id
        and r.token_hash is not null and not r.superseded and ${mayStillReach} and not exists (
          select 1 from cascade_messages x join cascade_members y on y.cascade_id = x.cascade_id
          where x.message_id = r.message_id and y.person_id = f.person_id))
  order by f.person_id, x.reached desc, (c.is_active and t.is_active and c.trouble is null) desc,
    greatest(r.sent_at, r.delivered_at) desc nulls last, r.delay_seconds, r.id`;

/** Runs `notNeeded`. */
export async function findNotNeeded(tx: Tx, reportId: number): Promise<NotNeeded[]> {
  return (await sql<NotNeeded>`${notNeeded(sql`${reportId}::int`)}`.execute(tx)).rows;
}
