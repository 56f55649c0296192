import { randomInt } from 'node:crypto';
import { fromLocalInput } from '#shared/zoned.ts';

/** Possible times of a drill, in a time zone. */
export interface DrillWindow {
  /** First and last day, YYYY-MM-DD. */
  fromDay: string;
  untilDay: string;
  /** ISO numbers of the days on which a span begins; 1 is Monday. */
  weekdays: number[];
  /** HH:MM. A span may end on the next day. */
  fromTime: string;
  untilTime: string;
  timeZone: string;
}

/** In milliseconds since 1970; `until` is excluded. */
interface AllowedSpan {
  from: number;
  until: number;
}

const oneDay = 86_400_000;

/** Returns the allowed time after a moment, correct at clock changes. */
export function allowedSpans(window: DrillWindow, after: number): AllowedSpan[] {
  const { fromTime, untilTime, timeZone } = window;
  const spans: AllowedSpan[] = [];
  for (let at = Date.parse(window.fromDay); at <= Date.parse(window.untilDay); at += oneDay) {
    if (!window.weekdays.includes(new Date(at).getUTCDay() || 7)) continue;
    const moment = (day: number, time: string) =>
      Date.parse(fromLocalInput(`${new Date(day).toISOString().slice(0, 10)}T${time}`, timeZone) ?? '');
    const from = Math.max(moment(at, fromTime), after);
    const until = moment(untilTime > fromTime ? at : at + oneDay, untilTime);
    if (until > from) spans.push({ from, until });
  }
  return spans;
}

/** Returns the length of the spans in whole seconds. */
export const secondsIn = (spans: readonly AllowedSpan[]): number =>
  spans.reduce((sum, { from, until }) => sum + Math.floor((until - from) / 1000), 0);

/** Returns a uniformly random second of the spans; null without any. */
export function chooseMoment(
  spans: readonly AllowedSpan[],
  random: (below: number) => number = randomInt,
): Date | null {
  const seconds = secondsIn(spans);
  if (seconds < 1) return null;
  let rest = random(seconds);
  for (const { from, until } of spans) {
    const length = Math.floor((until - from) / 1000);
    if (rest < length) return new Date(from + rest * 1000);
    rest -= length;
  }
  return null;
}
