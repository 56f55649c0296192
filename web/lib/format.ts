import i18n from 'i18next';
import { localeOf } from '#shared/languages.ts';

type Moment = string | number | Date;
const DEFAULT_ZONE = 'Europe/Berlin';
const locale = () => localeOf(i18n.language);

// creating a format is slow, and a page uses hundreds
const made = new Map<string, unknown>();

/** Returns a cached format. */
function formatOf<Format, Options>(Kind: new (locale: string, options: Options) => Format, options: Options): Format {
  const key = `${Kind.name} ${locale()} ${JSON.stringify(options)}`;
  const known = made.get(key) as Format | undefined;
  if (known) return known;
  const format = new Kind(locale(), options);
  made.set(key, format);
  return format;
}

const numbers = (options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  formatOf<Intl.NumberFormat, Intl.NumberFormatOptions>(Intl.NumberFormat, options);

const inZone = (moment: Moment, options: Intl.DateTimeFormatOptions): string =>
  formatOf<Intl.DateTimeFormat, Intl.DateTimeFormatOptions>(Intl.DateTimeFormat, options).format(new Date(moment));

/** Formats as "21.11.2026, 03:40". */
export const formatDateTime = (moment: Moment, timeZone = DEFAULT_ZONE): string =>
  inZone(moment, { dateStyle: 'medium', timeStyle: 'short', timeZone });

/** Formats as "21.11.2026, 03:40:12". */
export const formatExact = (moment: Moment, timeZone = DEFAULT_ZONE): string =>
  inZone(moment, { dateStyle: 'medium', timeStyle: 'medium', timeZone });

/** Formats as "21.11., 03:40". */
export const formatShort = (moment: Moment, timeZone = DEFAULT_ZONE): string =>
  inZone(moment, {
    day: 'numeric',
    month: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  });

/** Formats as "21.11.2026". */
export const formatDate = (moment: Moment, timeZone = DEFAULT_ZONE): string =>
  inZone(moment, { dateStyle: 'medium', timeZone });

/** Returns whether two moments are on the same day in a time zone. */
export const isSameDay = (one: Moment, other: Moment, timeZone = DEFAULT_ZONE): boolean =>
  formatDate(one, timeZone) === formatDate(other, timeZone);

export const formatTime = (moment: Moment, timeZone = DEFAULT_ZONE): string =>
  inZone(moment, { timeStyle: 'short', timeZone });

/** Formats as "03:40:12". */
export const formatClock = (moment: Moment, timeZone = DEFAULT_ZONE): string =>
  inZone(moment, { timeStyle: 'medium', timeZone });

/** Returns a time zone's name at a moment or in general: "MEZ", "Mitteleuropäische Zeit". */
export function zoneName(moment: Moment, timeZone: string, style: 'short' | 'longGeneric' = 'short'): string {
  const format = formatOf<Intl.DateTimeFormat, Intl.DateTimeFormatOptions>(Intl.DateTimeFormat, {
    timeZone,
    timeZoneName: style,
  });
  return format.formatToParts(new Date(moment)).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** Returns the time zone of the device. */
export const deviceZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

export function formatRelative(moment: Moment, now = Date.now()): string {
  const seconds = Math.round((new Date(moment).getTime() - now) / 1000);
  const format = formatOf(Intl.RelativeTimeFormat, { numeric: 'auto' } as const);
  const step = STEPS.find(([, length]) => Math.abs(seconds) >= length);
  return step ? format.format(Math.trunc(seconds / step[1]), step[0]) : format.format(0, 'second');
}

export function formatSeconds(seconds: number): string {
  const parts = [
    ['minute', Math.trunc(seconds / 60)],
    ['second', seconds % 60],
  ] as const;
  const words = parts
    .filter(([, count]) => count > 0)
    .map(([unit, count]) => numbers({ style: 'unit', unit, unitDisplay: 'long' }).format(count));
  return words.join(' ');
}

export const formatNumber = (value: number): string => numbers({}).format(value);

/** Formats a share in percent, rounded down: only the whole is "100 %". */
export const formatShare = (part: number, whole: number): string =>
  numbers({ style: 'percent', maximumFractionDigits: 2 }).format(Math.floor((part * 10_000) / whole) / 10_000);

export const formatMoney = (amount: string | number, currency: string): string =>
  numbers({ style: 'currency', currency }).format(Number(amount));

export const decimalSeparator = (): string =>
  numbers({})
    .formatToParts(0.5)
    .find(({ type }) => type === 'decimal')!.value;
