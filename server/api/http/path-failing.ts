import { type RawBuilder, sql } from 'kysely';

/** The moment of the database's clock; tests replace it. */
export const pathClock = sql<Date>`clock_timestamp()`;

/** SQL: the beginning of the five minutes that hold a moment. */
export const slotOf = (at: RawBuilder<Date>): RawBuilder<Date> =>
  sql<Date>`date_bin('5 minutes', ${at}::timestamptz, timestamptz 'epoch')`;

// a synthetic alarm ends within 20 seconds; after a crash another process takes over after 25
const mostSeconds = 45;

/**
 * SQL: the two newest synthetic alarms that had to be over by now did not succeed, or never began. False until the first one was
 * tried. The running five minutes count once their alarm is over.
 */
export const isPathFailing = (at: RawBuilder<Date> = pathClock): RawBuilder<boolean> => sql<boolean>`(
  select exists (select from path_tests t where t.slot < newest.slot) and not exists (
    select from path_tests t where t.slot between newest.slot - interval '5 minutes' and newest.slot
      and t.ended_at is not null and t.failure is null)
  from (select case when ${at}::timestamptz >= ${slotOf(at)} + make_interval(secs => ${mostSeconds}) or exists (
      select from path_tests t where t.slot = ${slotOf(at)} and t.ended_at is not null)
    then ${slotOf(at)} else ${slotOf(at)} - interval '5 minutes' end as slot) newest)`;
