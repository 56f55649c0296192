import { localeOf } from '#shared/languages.ts';
import { isDay } from './is-day.ts';
import type { Checked, FieldKind } from './kind.ts';

/** A point in time. */
export interface DateTimeShape {
  kind: 'dateTime';
}

const pattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/;

const isReal = (text: string): boolean => isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text));

/** A point in time in UTC, from 1900 on, as 2026-11-21T03:40:00.000Z. */
export const dateTime: FieldKind<DateTimeShape, string> = {
  value: 'moment',
  check(given): Checked<string> {
    if (given === null || given === undefined || given === '') return { value: null };
    const written = given instanceof Date && !Number.isNaN(given.getTime()) ? given.toISOString() : given;
    const isMoment = typeof written === 'string' && pattern.test(written) && isReal(written);
    return isMoment ? { value: new Date(written).toISOString() } : { fault: 'error_invalid_date' };
  },
  words: (value, _shape, { language, timeZone }) =>
    new Intl.DateTimeFormat(localeOf(language), {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone,
    }).format(new Date(value)),
};
