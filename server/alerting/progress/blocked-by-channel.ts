import { type RawBuilder, sql } from 'kysely';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import { isStranding } from './sends-nothing.ts';
import { mayHaveIt } from './status.ts';

/**
 * SQL: asking messages `m` as `w`: blocked by the channel, still completing (a phone rings), or only a copy in the
 * exercise mailbox.
 */
export const waysOf = (reports: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select m.id, ${isStranding} as is_silent, k.identifier = 'voice' or c.trouble is null as ends_what_it_has,
    k.identifier = 'exercise' and e.mode = 'LIVE' as is_copy
  from messages m join channels c on c.id = m.channel_id join channel_types k on k.id = c.channel_type_id
  join reports p on p.id = m.report_id join events e on e.id = p.event_id
  where m.report_id = any(${reports}) and m.request_answer`;

/** Not replaced or left out. */
export const isMeant = sql`(not r.superseded and r.status not in ${recipientStates.leftOut})`;

/** SQL: recipient `r` is due and blocked by way `w`. */
export const isHeldUp = sql`(w.is_silent and (
  r.status in ${recipientStates.inQueue} or r.status = 'sending' and not w.ends_what_it_has))`;

/** SQL: recipient `r` has or may still get the message by way `w`. */
export const isOnTheWay = sql`(not w.is_copy and (
  ${mayHaveIt} or r.status in ${recipientStates.inProgress} and not ${isHeldUp}))`;

/** SQL: no message reached an asked person, because their channels send nothing. */
export const isBlockedByChannel = (report: RawBuilder<unknown>, person: RawBuilder<unknown>) => sql<boolean>`coalesce((
  select bool_or(${isHeldUp}) and not bool_or(${isOnTheWay})
  from (select ${report} as report, ${person} as person) one
  join message_recipients r on r.report_id = one.report and r.person_id = one.person and ${isMeant}
  join lateral (${waysOf(sql`array[one.report]`)}) w on w.id = r.message_id), false)`;
