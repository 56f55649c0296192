import type { AnswerMeaning } from '#server/channels/rendering/answer-colours.ts';
import { type Language, localeOf } from '#shared/languages.ts';
import type { Versions } from '#shared/text-versions.ts';
import type { AlarmState } from './alarm-state.ts';

/** What a visitor with a link is shown: the question, for whom it is, and their own last answer, nothing about others. */
export interface Question {
  recipientId: number;
  reportId: number;
  personId: number | null;
  /** Who was asked; null for an address without a person. */
  name: string | null;
  /** In which language the person wants to be written to, as it was entered. */
  ownLanguage: string | null;
  /** When the alarm went out. */
  alarmAt: Date | null;
  title: string;
  content: string;
  /** The text by language; null where it is there in one only. */
  versions: Versions | null;
  mode: 'LIVE' | 'EXERCISE' | 'TEST';
  /** Until when answers count; null when that is not limited. */
  answerUntil: Date | null;
  /** The alarm got its all-clear, or the event or the time for answers is over. */
  late: boolean;
  /** What holds of the alarm now. */
  state: AlarmState;
  options: QuestionOption[];
  last: LastAnswer | null;
  /** The answer that holds is a yes. */
  saidYes: boolean;
  arrivedAt: Date | null;
  /** They were told after their answer, or are being told, that they are not needed. */
  notNeeded: boolean;
  sender: string;
  /** What to call: as it is dialled, and as it is read; null while none is set. */
  phone: { number: string; shown: string } | null;
  /** The language of the installation. */
  usualLanguage: string;
  timeZone: string;
}

/** What can be answered. */
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

/** A moment in the installation's time zone: only the time of day if it is today, else with the day. */
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
