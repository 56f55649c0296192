import { type RawBuilder, sql } from 'kysely';

/** SQL: the rank of a receipt's status; the furthest counts. */
export const distanceOf = (status: RawBuilder<unknown>): RawBuilder<number> =>
  sql`array_position(array['sent', 'expired', 'failed', 'delivered', 'read'], ${status})`;
