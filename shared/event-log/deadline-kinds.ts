import { clockTime, type ReportWay, reportWays } from '#shared/deadlines.ts';
import { kind } from './kind.ts';

type Moment = Date | string;

/** `deadline` is its number. Times are RFC 3339; a sentence shows them in UTC with the zone, because a log is read anywhere. */
type Deadline = { deadline: number; name: string; nameEn?: string | null };

type Dispatch = Deadline & {
  reportedAt: Moment;
  way: ReportWay;
  reference: string | null;
  isProgress: boolean;
  isLate: boolean;
  /** SHA-256 of the text that was reported. */
  textHash: string | null;
};

const late = { de: ', nach Ablauf der Frist', en: ', after the deadline' };

/** Log texts about deadlines for reports to authorities. */
export const deadlineKinds = {
  deadlines_begun: kind<{ names: string[]; namesEn: string[]; knownAt: Moment }>({
    de: ({ names, knownAt }) => `Meldefristen begonnen (Kenntnis ${clockTime(knownAt)}): ${names.join(', ')}`,
    en: ({ namesEn, knownAt }) =>
      `Reporting deadlines started (knowledge ${clockTime(knownAt)}): ${namesEn.join(', ')}`,
  }),
  deadline_added: kind<Deadline & { dueAt: Moment }>({
    de: ({ name, dueAt }) => `Meldefrist hinzugefügt: ${name}, bis ${clockTime(dueAt)}`,
    en: ({ name, dueAt }) => `Reporting deadline added: ${name}, until ${clockTime(dueAt)}`,
  }),
  knowledge_corrected: kind<{ from: Moment | null; to: Moment; reason: string }>({
    de: ({ from, to, reason }) =>
      `Zeitpunkt der Kenntnis berichtigt: ${from ? `${clockTime(from)} → ` : ''}${clockTime(to)} (${reason})`,
    en: ({ from, to, reason }) =>
      `Time of knowledge corrected: ${from ? `${clockTime(from)} → ` : ''}${clockTime(to)} (${reason})`,
  }),
  deadline_reminded: kind<Deadline & { dueAt: Moment }>({
    de: ({ name, dueAt }) => `An Meldefrist erinnert: ${name}, bis ${clockTime(dueAt)}`,
    en: ({ name, dueAt }) => `Reminded of reporting deadline: ${name}, until ${clockTime(dueAt)}`,
  }),
  deadline_reported: kind<Dispatch>({
    de: ({ name, reportedAt, way, reference, isProgress, isLate }) =>
      `Gemeldet: ${name}${isProgress ? ' als Fortschrittsmeldung' : ''}, ${clockTime(reportedAt)} über ${reportWays[way].de}` +
      `${reference ? `, Aktenzeichen ${reference}` : ''}${isLate ? late.de : ''}`,
    en: ({ name, reportedAt, way, reference, isProgress, isLate }) =>
      `Reported: ${name}${isProgress ? ' as a progress report' : ''}, ${clockTime(reportedAt)} by ${reportWays[way].en}` +
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
