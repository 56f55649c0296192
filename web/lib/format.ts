import i18n from 'i18next';
import { localeOf } from '#shared/languages.ts';

type Moment = string | number | Date;
const DEFAULT_ZONE = 'Europe/Berlin';
const locale = () => localeOf(i18n.language);

/** Date and time in the interface's language, "21.11.2026, 03:40". */
export const formatDateTime = (moment: Moment, timeZone = DEFAULT_ZONE): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(moment));

/** Date and time to the second, "21.11.2026, 03:40:12". */
export const formatExact = (moment: Moment, timeZone = DEFAULT_ZONE): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'medium', timeZone }).format(new Date(moment));

/** Day and time without the year, "21.11., 03:40". */
export const formatShort = (moment: Moment, timeZone = DEFAULT_ZONE): string =>
  new Intl.DateTimeFormat(locale(), {
    day: 'numeric',
    month: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  }).format(new Date(moment));

/** Date in the interface's language, "21.11.2026". */
export const formatDate = (moment: Moment, timeZone = DEFAULT_ZONE): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeZone }).format(new Date(moment));

/** Whether two moments are on one day of a time zone. */
export const isSameDay = (one: Moment, other: Moment, timeZone = DEFAULT_ZONE): boolean =>
  formatDate(one, timeZone) === formatDate(other, timeZone);

/** Time of day in the interface's language, "03:40". */
export const formatTime = (moment: Moment, timeZone = DEFAULT_ZONE): string =>
  new Intl.DateTimeFormat(locale(), { timeStyle: 'short', timeZone }).format(new Date(moment));

/** Time of day to the second, "03:40:12". */
export const formatClock = (moment: Moment, timeZone = DEFAULT_ZONE): string =>
  new Intl.DateTimeFormat(locale(), { timeStyle: 'medium', timeZone }).format(new Date(moment));

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** The distance to now in words, "vor 5 Minuten". */
export function formatRelative(moment: Moment, now = Date.now()): string {
  const seconds = Math.round((new Date(moment).getTime() - now) / 1000);
  const format = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' });
  const step = STEPS.find(([, length]) => Math.abs(seconds) >= length);
  return step ? format.format(Math.trunc(seconds / step[1]), step[0]) : format.format(0, 'second');
}

/** So many seconds in words, "1 Minute 20 Sekunden". */
export function formatSeconds(seconds: number): string {
  const parts = [
    ['minute', Math.trunc(seconds / 60)],
    ['second', seconds % 60],
  ] as const;
  const words = parts
    .filter(([, count]) => count > 0)
    .map(([unit, count]) =>
      new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay: 'long' }).format(count),
    );
  return words.join(' ');
}

/** A number in the interface's language, "1.234". */
export const formatNumber = (value: number): string => new Intl.NumberFormat(locale()).format(value);

/** An amount of money in the interface's language, "0,08 €". */
export const formatMoney = (amount: string | number, currency: string): string =>
  new Intl.NumberFormat(locale(), { style: 'currency', currency }).format(Number(amount));

/** The sign between a number's whole and its parts in the interface's language, ",". */
export const decimalSeparator = (): string =>
  new Intl.NumberFormat(locale()).formatToParts(0.5).find(({ type }) => type === 'decimal')!.value;
