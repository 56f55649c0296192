import { type RawBuilder, sql } from 'kysely';
import { slotOf } from '#server/api/http/path-failing.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import { Refusal } from '#server/platform/errors.ts';
import { readSettings } from '#server/platform/settings/settings.ts';

/** Seconds until a promised hand-over. */
export const promisedSeconds = 10;

/** A month, up to now. */
export interface PromisePeriod {
  /** YYYY-MM, in the time zone of the installation. */
  month: string;
  startsAt: Date;
  endsAt: Date;
  /** The moment of the figures. */
  asOf: Date;
  /** Null before the first one. */
  since: Date | null;
  /** The months with synthetic alarms, the newest first. */
  months: string[];
}

/** A time in which no synthetic alarm succeeded. */
export interface PromiseOutage {
  startsAt: Date;
  endsAt: Date;
  misses: number;
  /** Of the first failed test; null if none ended. */
  failure: string | null;
}

/** The figures of a month. */
export interface PromiseFigures {
  /** Synthetic alarms that were due, and those that succeeded. */
  tests: number;
  succeeded: number;
  /** Real alarms, hand-overs, and those in time. */
  alarms: number;
  handOvers: number;
  inTime: number;
}

/** A real alarm with its immediate hand-overs. */
export interface PromiseAlarm {
  at: Date;
  handOvers: number;
  inTime: number;
}

/** Reads the borders of a month, by default of the running one; refuses an invalid one. */
export async function readPeriod(db: Db, month: string | null, at?: Date): Promise<PromisePeriod> {
  if (month !== null && !/^20\d\d-(0[1-9]|1[0-2])$/.test(month)) {
    throw new Refusal('error_invalid_input', { month: 'error_invalid_input' });
  }
  const { time_zone: zone = 'Europe/Berlin' } = await readSettings(db, 'time_zone');
  const now = at ? sql<Date>`${at}::timestamptz` : sql<Date>`clock_timestamp()`;
  const { rows } = await sql<PromisePeriod>`
    with moment as materialized (select ${now} as now, (select min(slot) from path_tests) as since),
    chosen as (
      select coalesce(to_date(${month}, 'YYYY-MM'), date_trunc('month', now at time zone ${zone})::date) as day from moment)
    select to_char(day, 'YYYY-MM') as month, day::timestamp at time zone ${zone} as starts_at,
      (day + interval '1 month') at time zone ${zone} as ends_at, now as as_of, since,
      array(select to_char(m, 'YYYY-MM') from generate_series(date_trunc('month', since at time zone ${zone}),
        now at time zone ${zone}, interval '1 month') m order by m desc) as months
    from moment, chosen`.execute(db);
  return rows[0]!;
}

/** SQL: due tests with results, without the running five minutes. */
const dueTests = ({ startsAt, endsAt, asOf, since }: PromisePeriod): RawBuilder<unknown> => sql`
  select s.slot, t.ended_at is not null and t.failure is null as succeeded, t.failure
  from generate_series(greatest(${startsAt}::timestamptz, ${since}::timestamptz),
    least(${endsAt}::timestamptz, ${slotOf(sql<Date>`${asOf}`)}) - interval '5 minutes', interval '5 minutes') s (slot)
  left join path_tests t on t.slot = s.slot where ${since}::timestamptz is not null`;

/**
 * SQL: the period's real alarms with immediate hand-overs: chosen channels, without planned steps, retries and omitted
 * people. A stop after the promised time is late. With stop limits, the first hand-over counts, because rows don't show
 * the order.
 */
const alarmsIn = ({ startsAt, endsAt, asOf }: PromisePeriod): RawBuilder<unknown> => sql`
  select at, case when is_limited then 1 else due end as hand_overs,
    case when is_limited then least(within, 1) else within end as in_time
  from (
    select m.report_id, min(m.release_at) as at, exists (
        select from cascades c where c.report_id = m.report_id) as is_limited, count(*)::int as due,
      (count(*) filter (where x.sent_at <= m.release_at + make_interval(secs => ${promisedSeconds})))::int as within
    from messages m join reports r on r.id = m.report_id
    join report_types t on t.id = r.report_type_id and t.identifier = 'activation'
    join events e on e.id = r.event_id and e.mode = 'LIVE'
    join message_recipients x on x.message_id = m.id and x.generation = 1 and x.delay_seconds = 0
      and (x.status not in ${recipientStates.notAsked} or x.status = 'cancelled' and x.status_reason in ('stopped', 'all_clear')
        and m.finished_at > m.release_at + make_interval(secs => ${promisedSeconds}))
    where m.launched_at is not null and not m.handed_over and m.stands_in_for_id is null
      and m.release_at >= ${startsAt} and m.release_at < ${endsAt}
      and m.release_at < ${asOf}::timestamptz - make_interval(secs => ${promisedSeconds})
    group by m.report_id) a`;

/** Computes the figures of a period. */
export async function readFigures(db: Db, period: PromisePeriod): Promise<PromiseFigures> {
  const { rows } = await sql<PromiseFigures>`
    select tests.*, alarms.* from (
      select count(*)::int as tests, (count(*) filter (where succeeded))::int as succeeded from (${dueTests(period)}) d) tests,
      (select count(*)::int as alarms, coalesce(sum(hand_overs), 0)::int as hand_overs,
        coalesce(sum(in_time), 0)::int as in_time from (${alarmsIn(period)}) a) alarms`.execute(db);
  return rows[0]!;
}

const mostOutages = 100;

/** Returns at most 100 outages, newest first. */
export async function listOutages(db: Db, period: PromisePeriod): Promise<PromiseOutage[]> {
  const { rows } = await sql<PromiseOutage>`
    select min(slot) as starts_at, max(slot) + interval '5 minutes' as ends_at, count(*)::int as misses,
      (array_agg(failure order by slot) filter (where failure is not null))[1] as failure
    from (
      select slot, failure, slot - row_number() over (order by slot) * interval '5 minutes' as island
      from (${dueTests(period)}) d where succeeded is not true) m
    group by island order by 1 desc limit ${mostOutages}`.execute(db);
  return rows;
}

/** Returns the stored tests of a period, the oldest first. */
export async function listTests(
  db: Db,
  { startsAt, endsAt }: PromisePeriod,
): Promise<{ slot: Date; isOver: boolean; failure: string | null; milliseconds: number | null }[]> {
  const { rows } = await sql<{ slot: Date; isOver: boolean; failure: string | null; milliseconds: number | null }>`
    select slot, ended_at is not null as is_over, failure, milliseconds from path_tests
    where slot >= ${startsAt} and slot < ${endsAt} order by slot`.execute(db);
  return rows;
}

/** Returns the real alarms of a period, the oldest first. */
export async function listAlarms(db: Db, period: PromisePeriod): Promise<PromiseAlarm[]> {
  const { rows } =
    await sql<PromiseAlarm>`select at, hand_overs, in_time from (${alarmsIn(period)}) a order by at`.execute(db);
  return rows;
}
