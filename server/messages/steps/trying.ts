import { type RawBuilder, sql } from 'kysely';

/**
 * Recipient `r` on channel `c` reached its person, or is about to: what failed, for now or for good, and what waits for a
 * channel in trouble must not hold up the next step.
 */
export const isTrying: RawBuilder<boolean> = sql`(r.status in ('sending', 'sent', 'delivered', 'read')
  or (r.status = 'queued' and c.trouble is null))`;
