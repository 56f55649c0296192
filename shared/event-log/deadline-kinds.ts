import { clockTime, type ReportWay, reportWays } from '#shared/deadlines.ts';
import { kind } from './kind.ts';

type Moment = Date | string;

/** The organisation's time zone at the time of the entry. */
type Zoned = { timeZone?: string };

/** Times are RFC 3339. */
type Deadline = { deadline: number; name: string; nameEn?: string | null };

type Dispatch = Deadline &
  Zoned & {
    reportedAt: Moment;
    way: ReportWay;
    reference: string | null;
    isProgress: boolean;
    isLate: boolean;
    /** SHA-256 of the text that was reported. */
    textHash: string | null;
  };

const late = { de: ', nach Ablauf der Frist', en: ', after the deadline' };

export const deadlineKinds = {
  deadlines_begun: kind<Zoned & { names: string[]; namesEn: string[]; knownAt: Moment }>({
    de: ({ names, knownAt, timeZone }) =>
      `Meldefristen begonnen (Kenntnis ${clockTime(knownAt, 'de', timeZone)}): ${names.join(', ')}`,
    en: ({ namesEn, knownAt, timeZone }) =>
      `Reporting deadlines started (knowledge ${clockTime(knownAt, 'en', timeZone)}): ${namesEn.join(', ')}`,
  }),
  deadline_added: kind<Deadline & Zoned & { dueAt: Moment }>({
    de: ({ name, dueAt, timeZone }) => `Meldefrist hinzugefügt: ${name}, bis ${clockTime(dueAt, 'de', timeZone)}`,
    en: ({ name, dueAt, timeZone }) => `Reporting deadline added: ${name}, until ${clockTime(dueAt, 'en', timeZone)}`,
  }),
  knowledge_corrected: kind<Zoned & { from: Moment | null; to: Moment; reason: string }>({
    de: ({ from, to, reason, timeZone }) =>
      `Zeitpunkt der Kenntnis berichtigt: ${from ? `${clockTime(from, 'de', timeZone)} → ` : ''}${clockTime(to, 'de', timeZone)} (${reason})`,
    en: ({ from, to, reason, timeZone }) =>
      `Time of knowledge corrected: ${from ? `${clockTime(from, 'en', timeZone)} → ` : ''}${clockTime(to, 'en', timeZone)} (${reason})`,
  }),
  deadline_reminded: kind<Deadline & Zoned & { dueAt: Moment }>({
    de: ({ name, dueAt, timeZone }) => `An Meldefrist erinnert: ${name}, bis ${clockTime(dueAt, 'de', timeZone)}`,
    en: ({ name, dueAt, timeZone }) =>
      `Reminded of reporting deadline: ${name}, until ${clockTime(dueAt, 'en', timeZone)}`,
  }),
  deadline_reported: kind<Dispatch>({
    de: ({ name, reportedAt, way, reference, isProgress, isLate, timeZone }) =>
      `Gemeldet: ${name}${isProgress ? ' als Fortschrittsmeldung' : ''}, ${clockTime(reportedAt, 'de', timeZone)} über ${reportWays[way].de}` +
      `${reference ? `, Aktenzeichen ${reference}` : ''}${isLate ? late.de : ''}`,
    en: ({ name, reportedAt, way, reference, isProgress, isLate, timeZone }) =>
      `Reported: ${name}${isProgress ? ' as a progress report' : ''}, ${clockTime(reportedAt, 'en', timeZone)} by ${reportWays[way].en}` +
      `${reference ? `, reference ${reference}` : ''}${isLate ? late.en : ''}`,
  }),
  deadline_addition: kind<Deadline & { text: string }>({
    de: ({ name, text }) => `Ergänzung zur Meldung ${name}: ${text}`,
    en: ({ name, text }) => `Addition to the report ${name}: ${text}`,
  }),
  deadline_waived: kind<Deadline & { reason: string }>({
    de: ({ name, reason }) => `Meldung nicht erforderlich: ${name} (${reason})`,
    en: ({ name, reason }) => `Report not required: ${name} (${reason})`,
  }),
  deadline_resumed: kind<Deadline>({
    de: ({ name }) => `Meldung doch erforderlich: ${name}`,
    en: ({ name }) => `Report required after all: ${name}`,
  }),
};
