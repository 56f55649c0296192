import { type RawBuilder, sql } from 'kysely';

/** SQL: channel `c` is failing or switched off. */
export const sendsNothing: RawBuilder<boolean> = sql`(c.trouble is not null or not c.is_active
  and c.channel_type_id <> (select id from channel_types where identifier = 'exercise'))`;

/** SQL: unsent rows of live message `m` wait for a channel that sends nothing. */
export const isStranding: RawBuilder<boolean> = sql`(m.status = 'sending' and exists (
  select from channels c join reports p on p.id = m.report_id join events e on e.id = p.event_id and e.mode = 'LIVE'
  where c.id = m.channel_id and ${sendsNothing}))`;
