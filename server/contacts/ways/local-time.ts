import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { readSettings } from '#server/platform/settings/settings.ts';

/** In the organisation's time zone. */
const hours = { from: 9, until: 18 };

/** The organisation's local time, which decides whether requests are due. */
export interface LocalTime {
  day: number;
  hour: number;
  /** The first day of the month. */
  month: string;
}

/** Returns whether requests leave by themselves at this hour. */
export const isDaytime = ({ hour }: Pick<LocalTime, 'hour'>): boolean => hour >= hours.from && hour < hours.until;

/** Returns the organisation's local time. */
export async function localTime(db: Db): Promise<LocalTime> {
  const { time_zone: timeZone = 'Europe/Berlin' } = await readSettings(db, 'time_zone');
  const { rows } = await sql<LocalTime>`
    select extract(day from t)::int as day, extract(hour from t)::int as hour, to_char(t, 'YYYY-MM-01') as month
    from (select clock_timestamp() at time zone ${timeZone} as t) x`.execute(db);
  return rows[0]!;
}
