import { type RawBuilder, sql } from 'kysely';

/** SQL: how far a receipt's status goes; whatever the order in which they come, the furthest holds. */
export const distanceOf = (status: RawBuilder<unknown>): RawBuilder<number> =>
  sql`array_position(array['sent', 'expired', 'failed', 'delivered', 'read'], ${status})`;
