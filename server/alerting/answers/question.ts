import type { AnswerMeaning } from '#server/channels/rendering/answer-colours.ts';
import { type Language, localeOf } from '#shared/languages.ts';
import type { Versions } from '#shared/text-versions.ts';
import type { AlarmState } from './alarm-state.ts';

/** The question for a visitor with a link, and their last answer. */
export interface Question {
  recipientId: number;
  reportId: number;
  personId: number | null;
  /** Null for an address without a person. */
  name: string | null;
  /** The person's language, as entered. */
  ownLanguage: string | null;
  /** When the alarm went out. */
  alarmAt: Date | null;
  title: string;
  content: string;
  /** Null if in one language only. */
  versions: Versions | null;
  mode: 'LIVE' | 'EXERCISE' | 'TEST';
  /** Null without a limit. */
  answerUntil: Date | null;
  /** The alarm, event or time for answers is over. */
  late: boolean;
  /** What holds of the alarm now. */
  state: AlarmState;
  options: QuestionOption[];
  last: LastAnswer | null;
  /** The answer that holds is a yes. */
  saidYes: boolean;
  arrivedAt: Date | null;
  /** They receive a stand-down after their answer. */
  notNeeded: boolean;
  sender: string;
  /** The number to dial and to display. */
  phone: { number: string; shown: string } | null;
  /** The language of the installation. */
  usualLanguage: string;
  timeZone: string;
}

/** A possible answer. */
export interface QuestionOption {
  code: string;
  label: string;
  labelEn: string | null;
  kind: AnswerMeaning;
  askMinutes: boolean;
  /** The meaning in a roll call. */
  safety: string | null;
}

/** An answer that was recorded. */
export interface LastAnswer {
  code: string | null;
  label: string | null;
  labelEn: string | null;
  minutes: number | null;
  text: string | null;
  at: Date;
}

/** Formats a moment in the installation's time zone: the time of day, with the day unless that is today. */
export function formatMoment({ timeZone }: Pick<Question, 'timeZone'>, at: Date, language: Language): string {
  const day = formatFor(language, timeZone, 'day');
  const isToday = day.format(at) === day.format(new Date());
  return formatFor(language, timeZone, isToday ? 'time' : 'both').format(at);
}

const shown = {
  day: { dateStyle: 'medium' },
  time: { timeStyle: 'short' },
  both: { dateStyle: 'medium', timeStyle: 'short' },
} as const;

// creating one costs more than the rest of a page
const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(language: Language, timeZone: string, what: keyof typeof shown): Intl.DateTimeFormat {
  const key = `${language} ${timeZone} ${what}`;
  const known = formats.get(key);
  if (known) return known;
  const fresh = new Intl.DateTimeFormat(localeOf(language), { ...shown[what], timeZone });
  formats.set(key, fresh);
  return fresh;
}
