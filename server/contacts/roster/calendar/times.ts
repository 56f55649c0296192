import type { CalendarProperty } from './components.ts';
import { utcZone, type WallTime, type Zone } from './zones.ts';

/** An unreadable value; the message names it. */
export class UnreadValue extends Error {}

/** A time as written in a calendar. */
export interface CalendarTime {
  wall: WallTime;
  /** A day without a time. */
  isDay: boolean;
  /** Null for local time anywhere. */
  zone: Zone | null;
}

/** A duration: calendar days and elapsed milliseconds. */
export interface CalendarDuration {
  days: number;
  ms: number;
}

/** The milliseconds of a day without a clock change. */
export const dayMs = 86_400_000;

const time = /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d)(?::?(\d\d)(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/i;

/** Parses a DATE or DATE-TIME; throws UnreadValue. */
export function readTime(
  value: string,
  { parameters }: CalendarProperty,
  zoneOf: (name: string) => Zone | null,
): CalendarTime {
  const [, year, month, day, hour, minute, second = '0', offset] = time.exec(value.trim().slice(0, 40)) ?? [];
  // a time counts, even if the value is labelled as a day
  const hasTime = hour !== undefined && Number(hour) + Number(minute) > 0;
  const isDay = hour === undefined || (!hasTime && parameters.get('VALUE')?.toUpperCase() === 'DATE');
  const date = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const clock = isDay ? 0 : Number(hour) * 60 + Number(minute);
  const isReal =
    year !== undefined &&
    new Date(date).getUTCMonth() === Number(month) - 1 &&
    Number(day) > 0 &&
    clock <= 1440 &&
    Number(minute ?? 0) < 60 &&
    Number(second) <= 60;
  if (!isReal) throw new UnreadValue(value.trim().slice(0, 40));
  const wall = date + clock * 60_000;
  if (isDay) return { wall, isDay, zone: null };
  const named = parameters.get('TZID');
  if (!offset) return { wall, isDay, zone: named ? zoneOf(named) : null };
  if (offset.toUpperCase() === 'Z') return { wall, isDay, zone: utcZone };
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(offset)!;
  return {
    wall: wall - (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000,
    isDay,
    zone: utcZone,
  };
}

const duration = /^\+?P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?$/i;

/** Parses a DURATION: weeks and days by calendar, the rest elapsed. Throws UnreadValue. */
export function readDuration(value: string): CalendarDuration {
  const found = duration.exec(value.trim().slice(0, 60));
  if (!found) throw new UnreadValue(value.trim().slice(0, 40));
  const [weeks, days, hours, minutes, seconds] = found.slice(1).map((part) => Number(part ?? 0));
  return { days: weeks! * 7 + days!, ms: (hours! * 3600 + minutes! * 60 + seconds!) * 1000 };
}
