import { type Language, localeOf } from '#shared/languages.ts';
import type { Question } from './answer-question.ts';

/** A moment in the installation's time zone: only the time of day if it is today, else with the day. */
export function momentOf({ timeZone }: Pick<Question, 'timeZone'>, at: Date, language: Language): string {
  const day = formatFor(language, timeZone, 'day');
  const isToday = day.format(at) === day.format(new Date());
  return formatFor(language, timeZone, isToday ? 'time' : 'both').format(at);
}

const shown = {
  day: { dateStyle: 'medium' },
  time: { timeStyle: 'short' },
  both: { dateStyle: 'medium', timeStyle: 'short' },
} as const;

// to make one costs more than the rest of a page
const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(language: Language, timeZone: string, what: keyof typeof shown): Intl.DateTimeFormat {
  const key = `${language} ${timeZone} ${what}`;
  const known = formats.get(key);
  if (known) return known;
  const fresh = new Intl.DateTimeFormat(localeOf(language), { ...shown[what], timeZone });
  formats.set(key, fresh);
  return fresh;
}
