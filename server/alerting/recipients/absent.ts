import { type RawBuilder, sql } from 'kysely';

/** SQL: absence `a` applies now. */
export const isUnderWay: RawBuilder<boolean> = sql`(
  a.from_at <= clock_timestamp() and (a.until_at is null or a.until_at > clock_timestamp()))`;
