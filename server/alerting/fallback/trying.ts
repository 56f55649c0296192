import { type RawBuilder, sql } from 'kysely';
import { sendsNothing } from '#server/alerting/progress/sends-nothing.ts';
import { silentAfter, slowAfter } from '#server/alerting/recipients/step-wakes.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';

/**
 * Recipient `r` on channel `c` reached its person, or is about to: what failed, for now or for good, and what waits for a
 * channel that sends nothing must not hold up the next step, nor what a provider has in hand without a word for a minute, or
 * for seconds when its channel is in trouble (a call takes its time).
 */
export const isTrying: RawBuilder<boolean> = sql`(r.status in ${recipientStates.accepted}
  or (r.status = 'sending' and (r.claimed_at > now() - case when c.trouble is null then ${slowAfter}::interval
      else ${silentAfter}::interval end
    or c.channel_type_id in (select id from channel_types where identifier = 'voice')))
  or (r.status = 'queued' and not ${sendsNothing}))`;
