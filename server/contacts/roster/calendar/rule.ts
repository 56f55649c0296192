import { dayMs, UnreadValue } from './times.ts';
import type { WallTime } from './zones.ts';

type Weekday = { nth: number; day: number };

/** A recurrence rule (RFC 5545, 3.3.10), completely supported. */
export interface Rule {
  freq: 'HOURLY' | 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
  interval: number;
  count: number | null;
  until: string | null;
  /** The first day of a week, 0 for Sunday. */
  weekStart: number;
  days: Weekday[];
  numbers: Record<NumberPart, number[]>;
}

/** Counts steps, and throws at the limit. */
export type Steps = (steps: number) => void;

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
type NumberPart = 'BYMONTH' | 'BYWEEKNO' | 'BYYEARDAY' | 'BYMONTHDAY' | 'BYSETPOS' | 'BYHOUR' | 'BYMINUTE';
const ranges: Record<NumberPart, [least: number, most: number]> = {
  BYMONTH: [1, 12],
  BYWEEKNO: [-53, 53],
  BYYEARDAY: [-366, 366],
  BYMONTHDAY: [-31, 31],
  BYSETPOS: [-366, 366],
  BYHOUR: [0, 23],
  BYMINUTE: [0, 59],
};
const isPart = (name: string): name is NumberPart => name in ranges;

/** Parses a rule; throws UnreadValue with the unsupported part. */
export function readRule(text: string): Rule {
  const numbers = Object.fromEntries(Object.keys(ranges).map((name) => [name, []])) as unknown as Rule['numbers'];
  const rule: Rule = { freq: 'DAILY', interval: 1, count: null, until: null, weekStart: 1, days: [], numbers };
  let hasFreq = false;
  for (const part of text.trim().slice(0, 4000).split(';').filter(Boolean)) {
    const [key, value = ''] = part.split('=').map((one) => one.trim().toUpperCase());
    const refuse = () => new UnreadValue(part.slice(0, 40));
    if (key === 'FREQ') {
      if (!/^(?:HOURLY|DAILY|WEEKLY|MONTHLY|YEARLY)$/.test(value)) throw refuse();
      [rule.freq, hasFreq] = [value as Rule['freq'], true];
    } else if (key === 'INTERVAL' || key === 'COUNT') {
      if (!/^\d{1,6}$/.test(value) || Number(value) === 0) throw refuse();
      if (key === 'COUNT') rule.count = Number(value);
      else rule.interval = Number(value);
    } else if (key === 'UNTIL') rule.until = value;
    else if (key === 'WKST') {
      rule.weekStart = weekdays.indexOf(value);
      if (rule.weekStart < 0) throw refuse();
    } else if (key === 'BYDAY') {
      rule.days = value.split(',').map((one) => {
        const [, nth = '0', day] = /^([+-]?\d{1,2})?(SU|MO|TU|WE|TH|FR|SA)$/.exec(one.trim()) ?? [];
        if (!day) throw refuse();
        return { nth: Number(nth), day: weekdays.indexOf(day) };
      });
    } else if (key && isPart(key)) {
      const [least, most] = ranges[key];
      numbers[key] = value.split(',').map((one) => {
        const number = /^[+-]?\d{1,3}$/.test(one.trim()) ? Number(one) : Number.NaN;
        if (!(number >= least && number <= most) || (number === 0 && least < 0)) throw refuse();
        return number;
      });
    } else if (!(key === 'RSCALE' && value === 'GREGORIAN') && !(key === 'SKIP' && value === 'OMIT')) {
      if (key !== 'BYSECOND' || value !== '0') throw refuse();
    }
  }
  if (!hasFreq) throw new UnreadValue(text.slice(0, 40));
  refuseOdd(rule);
  return rule;
}

/** Refuses parts without meaning for this frequency (RFC 5545). */
function refuseOdd({ freq, days, numbers }: Rule): void {
  const odd =
    (numbers.BYWEEKNO.length && freq !== 'YEARLY' && 'BYWEEKNO') ||
    (numbers.BYYEARDAY.length && freq !== 'YEARLY' && 'BYYEARDAY') ||
    (numbers.BYMONTHDAY.length && freq === 'WEEKLY' && 'BYMONTHDAY') ||
    (days.some(({ nth }) => nth) && (!/^(?:MONTHLY|YEARLY)$/.test(freq) || numbers.BYWEEKNO.length) && 'BYDAY') ||
    (numbers.BYSETPOS.length &&
      (freq === 'HOURLY' || numbers.BYHOUR.length + numbers.BYMINUTE.length > 1) &&
      'BYSETPOS') ||
    (numbers.BYMINUTE.length && freq === 'HOURLY' && 'BYMINUTE');
  if (odd) throw new UnreadValue(odd);
}

const dateOf = (wall: WallTime): Date => new Date(wall);
const firstOf = (year: number, month: number): WallTime => Date.UTC(year, month, 1);
const dayOf = (wall: WallTime): number => dateOf(wall).getUTCDay();

/** Returns the start of the first week with four days. */
function weekOne(year: number, weekStart: number): WallTime {
  const fourth = Date.UTC(year, 0, 4);
  return fourth - ((dayOf(fourth) - weekStart + 7) % 7) * dayMs;
}

interface Period {
  from: WallTime;
  until: WallTime;
}

function periodAt({ freq, interval, weekStart }: Rule, start: WallTime, n: number): Period {
  const day = start - (start % dayMs) - (start % dayMs < 0 ? dayMs : 0);
  const begun = dateOf(day);
  if (freq === 'YEARLY') {
    const year = begun.getUTCFullYear() + n * interval;
    return { from: firstOf(year, 0), until: firstOf(year + 1, 0) };
  }
  if (freq === 'MONTHLY') {
    const month = begun.getUTCMonth() + n * interval;
    return { from: firstOf(begun.getUTCFullYear(), month), until: firstOf(begun.getUTCFullYear(), month + 1) };
  }
  if (freq === 'WEEKLY') {
    const from = day - ((begun.getUTCDay() - weekStart + 7) % 7) * dayMs + n * interval * 7 * dayMs;
    return { from, until: from + 7 * dayMs };
  }
  const from = day + n * interval * dayMs;
  return { from, until: from + dayMs };
}

function daysIn(rule: Rule, { from, until }: Period, start: WallTime): WallTime[] {
  const { freq, numbers, days, weekStart } = rule;
  const isBy = (name: NumberPart) => numbers[name].length > 0;
  // weeks may belong to two years
  const [first, end] = isBy('BYWEEKNO')
    ? [weekOne(dateOf(from).getUTCFullYear(), weekStart), weekOne(dateOf(from).getUTCFullYear() + 1, weekStart)]
    : [from, until];
  const weeks = (end - first) / (7 * dayMs);
  const begun = dateOf(start);
  const dated = isBy('BYMONTH') || isBy('BYMONTHDAY') || isBy('BYYEARDAY') || days.some(({ nth }) => nth);
  const fits = (wall: WallTime): boolean => {
    if (days.length && !days.some(({ day }) => day === dayOf(wall))) return false;
    const week = Math.floor((wall - first) / (7 * dayMs)) + 1;
    const has = (name: NumberPart, one: number, other = one) =>
      !isBy(name) || numbers[name].includes(one) || numbers[name].includes(other);
    if (isBy('BYWEEKNO') && !has('BYWEEKNO', week, week - weeks - 1)) return false;
    const date = dateOf(wall);
    const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
    if (dated) {
      if (!has('BYMONTH', month + 1)) return false;
      const monthDays = dateOf(firstOf(year, month + 1) - dayMs).getUTCDate();
      const yearDays = (firstOf(year + 1, 0) - firstOf(year, 0)) / dayMs;
      const yearDay = (wall - firstOf(year, 0)) / dayMs + 1;
      if (!has('BYMONTHDAY', day, day - monthDays - 1)) return false;
      if (!has('BYYEARDAY', yearDay, yearDay - yearDays - 1)) return false;
      const inMonth = freq === 'MONTHLY' || isBy('BYMONTH');
      const [place, length] = inMonth ? [day, monthDays] : [yearDay, yearDays];
      const [nth, last] = [Math.ceil(place / 7), -Math.ceil((length - place + 1) / 7)];
      if (days.length) return days.some((one) => one.day === dayOf(wall) && [0, nth, last].includes(one.nth));
    }
    if (days.length) return true;
    // unspecified parts are those of the first turn
    if (freq === 'WEEKLY' || isBy('BYWEEKNO')) return date.getUTCDay() === begun.getUTCDay();
    if (freq === 'DAILY' || isBy('BYMONTHDAY') || isBy('BYYEARDAY')) return true;
    if (freq === 'YEARLY' && !isBy('BYMONTH') && month !== begun.getUTCMonth()) return false;
    return day === begun.getUTCDate();
  };
  const found: WallTime[] = [];
  for (let day = first; day < end; day += dayMs) if (fits(day)) found.push(day);
  if (!isBy('BYSETPOS')) return found;
  return found.filter((_, at) => numbers.BYSETPOS.some((n) => n === at + 1 || n === at - found.length));
}

/** The bounds of a search for turns. */
export interface Search {
  /** The first turn of the series. */
  start: WallTime;
  /** Earlier turns aren't needed. */
  from: WallTime;
  /** Turns from this time on aren't needed. */
  end: WallTime;
  /** Returns whether a turn is after UNTIL. */
  isPast: (wall: WallTime) => boolean;
  steps: Steps;
}

/** Yields turns in order, on the zone's clock, perhaps some before. */
export function* turnsOfRule(rule: Rule, search: Search): Generator<WallTime> {
  let left = rule.count ?? Number.POSITIVE_INFINITY;
  for (const wall of rule.freq === 'HOURLY' ? hourly(rule, search) : daily(rule, search)) {
    if (wall < search.start) continue;
    if (wall >= search.end || left <= 0 || search.isPast(wall)) return;
    left -= 1;
    yield wall;
  }
}

const shortest = { HOURLY: dayMs / 24, DAILY: dayMs, WEEKLY: 7 * dayMs, MONTHLY: 31 * dayMs, YEARLY: 366 * dayMs };

/** Returns the periods to skip; 0 if turns are counted. */
function passedOver({ freq, interval, count }: Rule, { start, from }: Search): number {
  return count === null ? Math.max(0, Math.floor((from - start) / (interval * shortest[freq])) - 2) : 0;
}

function* daily(rule: Rule, search: Search): Generator<WallTime> {
  const { start, end, steps } = search;
  const clock = dateOf(start);
  const hours = rule.numbers.BYHOUR.length ? rule.numbers.BYHOUR : [clock.getUTCHours()];
  const minutes = rule.numbers.BYMINUTE.length ? rule.numbers.BYMINUTE : [clock.getUTCMinutes()];
  const times = [...new Set(hours.flatMap((hour) => minutes.map((minute) => hour * 60 + minute)))].sort(
    (a, b) => a - b,
  );
  for (let n = passedOver(rule, search); ; n += 1) {
    const period = periodAt(rule, start, n);
    // a first week may start six days early
    if (period.from - 7 * dayMs >= end || Number.isNaN(period.from)) return;
    steps((period.until - period.from) / dayMs);
    for (const day of daysIn(rule, period, start)) for (const minute of times) yield day + minute * 60_000;
  }
}

function* hourly(rule: Rule, search: Search): Generator<WallTime> {
  const { start, end, steps } = search;
  const step = rule.interval * shortest.HOURLY;
  const days = { ...rule, freq: 'DAILY' } as const;
  for (let wall = start + passedOver(rule, search) * step; wall < end; wall += step) {
    steps(1);
    const day = wall - (wall % dayMs);
    const { BYHOUR: hours } = rule.numbers;
    if (hours.length && !hours.includes(dateOf(wall).getUTCHours())) continue;
    if (daysIn(days, { from: day, until: day + dayMs }, start).length) yield wall;
  }
}
