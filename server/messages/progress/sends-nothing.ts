import { type RawBuilder, sql } from 'kysely';

/** Channel `c` sends nothing: it is in trouble, or switched off (which the exercise mailbox cannot be). */
export const sendsNothing: RawBuilder<boolean> = sql`(c.trouble is not null or not c.is_active
  and c.channel_type_id <> (select id from channel_types where identifier = 'exercise'))`;
