import { type RawBuilder, sql } from 'kysely';
import { sendsNothing } from '#server/alerting/progress/sends-nothing.ts';
import { silentAfter, slowAfter } from '#server/alerting/recipients/step-wakes.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';

/**
 * SQL: recipient `r` on channel `c` reached its person, or is about to. False for rows that must not delay the next
 * step: failed and retried ones, those on a channel that sends nothing, and those without a response for a minute
 * (failing channel: seconds, calls: longer).
 */
export const isTrying: RawBuilder<boolean> = sql`(r.status in ${recipientStates.accepted}
  or (r.status = 'sending' and (r.claimed_at > now() - case when c.trouble is null then ${slowAfter}::interval
      else ${silentAfter}::interval end
    or c.channel_type_id in (select id from channel_types where identifier = 'voice')))
  or (r.status = 'queued' and not ${sendsNothing}))`;
