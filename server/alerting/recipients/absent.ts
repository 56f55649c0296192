import { type RawBuilder, sql } from 'kysely';

/** Absence `a` holds at this moment. */
export const isUnderWay: RawBuilder<boolean> = sql`(
  a.from_at <= clock_timestamp() and (a.until_at is null or a.until_at > clock_timestamp()))`;
