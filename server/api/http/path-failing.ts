import { type RawBuilder, sql } from 'kysely';

/** The database's clock; tests replace it. */
export const pathClock = sql<Date>`clock_timestamp()`;

/** SQL: the start of a moment's five minutes. */
export const slotOf = (at: RawBuilder<Date>): RawBuilder<Date> =>
  sql<Date>`date_bin('5 minutes', ${at}::timestamptz, timestamptz 'epoch')`;

// a synthetic alarm ends within 20 seconds, after a crash within 45
const mostSeconds = 45;

/** SQL: the two newest synthetic alarms that are over failed or never began. False before the first one. */
export const isPathFailing = (at: RawBuilder<Date> = pathClock): RawBuilder<boolean> => sql<boolean>`(
  select exists (select from path_tests t where t.slot < newest.slot) and not exists (
    select from path_tests t where t.slot between newest.slot - interval '5 minutes' and newest.slot
      and t.ended_at is not null and t.failure is null)
  from (select case when ${at}::timestamptz >= ${slotOf(at)} + make_interval(secs => ${mostSeconds}) or exists (
      select from path_tests t where t.slot = ${slotOf(at)} and t.ended_at is not null)
    then ${slotOf(at)} else ${slotOf(at)} - interval '5 minutes' end as slot) newest)`;
