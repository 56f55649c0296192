import { localeOf } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import type { FieldKind } from './kind.ts';
import { found, readText } from './read-text.ts';

/** A day. */
export interface DateShape {
  kind: 'date';
}

/** A day as YYYY-MM-DD; also accepts 31.12.2024 and 31/12/2024. */
export const date: FieldKind<DateShape, string> = {
  value: 'text',
  check: (given) => readText(given, limits.lineMaximum, (text) => found(isoDate(text), 'error_invalid_date')),
  words: (value, _shape, { language }) => {
    const day = new Date(`${value}T00:00:00Z`);
    if (Number.isNaN(day.getTime())) return value;
    return new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeZone: 'UTC' }).format(day);
  },
  input: () => ({ type: 'date' }),
};

function isoDate(text: string): string | null {
  const [, day, , month, year] = /^(\d{1,2})([./])(\d{1,2})\2(\d{4})$/.exec(text) ?? [];
  const iso = day && month ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text;
  if (!/^[1-9]\d{3}-\d\d-\d\d$/.test(iso)) return null;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}
