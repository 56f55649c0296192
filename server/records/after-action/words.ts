import type { StopLimitState } from '#server/alerting/progress/goal.ts';
import type { PersonState } from '#server/alerting/progress/people-figures.ts';
import type { PersonAccess } from '#server/api/by-person/access.ts';
import type { ByLanguage } from '#shared/label.ts';
import type { CameState } from './after-action.ts';

/** A table's title and column headings. */
interface TableWords {
  title: string;
  columns: readonly string[];
}

/** Texts of after-action files in one language. */
export interface AfterActionWords {
  title: string;
  /** Prefix of the file name. */
  file: string;
  /** Prefix of the name of a file about one report. */
  reportFile: string;
  asOf: string;
  began: string;
  finished: string;
  running: string;
  came: string;
  cameText: (counts: { arrived: string; missing: string; notNeeded: string }) => string;
  alarms: TableWords;
  channels: TableWords;
  groups: TableWords;
  limits: TableWords;
  people: TableWords;
  timeline: TableWords;
  results: Pick<TableWords, 'columns'>;
  limit: Record<StopLimitState, string>;
  state: Record<CameState, string>;
  /** Alarm states of a person. */
  person: Record<PersonState, string>;
  /** The total below the groups, which counts everyone once. */
  everyone: string;
  today: string;
  /** Instead of `today` after the event. */
  frozen: string;
  /** In place of a figure that works-council mode withholds. */
  withheld: string;
  /** Below an empty table whose rows are withheld. */
  rowsWithheld: Record<Exclude<PersonAccess, 'open'>, string>;
  none: string;
  morePeople: (count: string) => string;
  moreTimeline: (count: string) => string;
}

/** The words by language. */
export const afterActionWords: ByLanguage<AfterActionWords> = {
  de: {
    title: 'Auswertung',
    file: 'auswertung',
    reportFile: 'ergebnis',
    asOf: 'Stand',
    began: 'Beginn',
    finished: 'Ende',
    running: 'läuft noch',
    came: 'Zugesagt und gekommen',
    cameText: ({ arrived, missing, notNeeded }) =>
      `${arrived} eingetroffen, ${missing} zugesagt ohne Vermerk der Ankunft, ${notNeeded} nicht mehr gebraucht`,
    alarms: {
      title: 'Alarme',
      columns: [
        ...['Meldung', 'Gesendet', 'Personen', 'Gefragt', 'In Reserve', 'Nicht erreichbar', 'Nicht gefragt'],
        ...['Übergeben', 'Zugestellt', 'Gelesen', 'Kommen', 'Kommen nicht', 'Unklar', 'Ohne Antwort'],
        ...['Erste Antwort', 'Hälfte', 'Alle'],
      ],
    },
    channels: {
      title: 'Kanäle',
      columns: [
        ...['Kanal', 'Empfänger', 'Übergeben', 'Zugestellt', 'Fehlgeschlagen', 'Unterwegs', 'Nicht versucht'],
        'Antworten',
      ],
    },
    groups: {
      title: 'Gruppen',
      columns: [
        ...['Gruppe', 'Gefragt', 'Erreicht', 'Kommen', 'Kommen nicht', 'Unklar', 'Ohne Antwort', 'Eingetroffen'],
      ],
    },
    limits: {
      title: 'Stopplimits',
      columns: ['Gruppe', 'Verteiler', 'Gesucht', 'Zusagen', 'Gefragt', 'Stand', 'Beginn', 'Ende'],
    },
    people: {
      title: 'Wer kam wann',
      columns: ['Name', 'Funktion', 'Zugesagt', 'Erwartet', 'Eingetroffen', 'Stand'],
    },
    timeline: { title: 'Verlauf', columns: ['Zeitpunkt', 'Was geschah'] },
    results: {
      columns: [
        ...['Nachname', 'Vorname', 'Funktion', 'Stand', 'Übergeben über', 'Antwort', 'Geantwortet', 'Erwartet'],
        'Eingetroffen',
      ],
    },
    limit: { filled: 'besetzt', waiting: 'läuft', exhausted: 'unbesetzt', stopped: 'nicht weiter nachgefragt' },
    state: { arrived: 'eingetroffen', not_needed: 'nicht mehr gebraucht', missing: 'keine Ankunft vermerkt' },
    person: {
      ...{ answered: 'geantwortet', read: 'gelesen', delivered: 'zugestellt', handed_over: 'übergeben' },
      ...{ under_way: 'unterwegs', failed: 'nicht zugestellt', reserve: 'in Reserve', waiting: 'spätere Stufe' },
      ...{ unreachable: 'nicht erreichbar', not_asked: 'nicht gefragt' },
    },
    everyone: 'Alle (jede Person einmal)',
    today: 'Nach heutiger Gruppenzugehörigkeit; wer in mehreren Gruppen ist, zählt in jeder.',
    frozen: 'Nach den Gruppen beim Alarm; jede Person zählt in einer Gruppe.',
    withheld: 'nicht sichtbar',
    rowsWithheld: {
      ended: 'Nach Ende des Ereignisses nicht mehr sichtbar',
      not_permitted: 'Nur für bestimmte Rollen sichtbar',
    },
    none: 'Nichts',
    morePeople: (count) => `Und ${count} weitere; die Excel-Datei enthält alle.`,
    moreTimeline: (count) => `Und ${count} weitere Einträge im Einsatztagebuch.`,
  },
  en: {
    title: 'After-action review',
    file: 'after-action-review',
    reportFile: 'results',
    asOf: 'As of',
    began: 'Began',
    finished: 'Ended',
    running: 'still running',
    came: 'Accepted and came',
    cameText: ({ arrived, missing, notNeeded }) =>
      `${arrived} arrived, ${missing} accepted with no arrival recorded, ${notNeeded} no longer needed`,
    alarms: {
      title: 'Alarms',
      columns: [
        ...['Report', 'Sent', 'People', 'Asked', 'In reserve', 'Unreachable', 'Not asked'],
        ...['Handed over', 'Delivered', 'Read', 'Coming', 'Not coming', 'Unclear', 'No answer'],
        ...['First answer', 'Half', 'All'],
      ],
    },
    channels: {
      title: 'Channels',
      columns: [
        ...['Channel', 'Recipients', 'Handed over', 'Delivered', 'Failed', 'Under way', 'Not tried'],
        'Answers',
      ],
    },
    groups: {
      title: 'Groups',
      columns: ['Group', 'Asked', 'Reached', 'Coming', 'Not coming', 'Unclear', 'No answer', 'Arrived'],
    },
    limits: {
      title: 'Stop limits',
      columns: ['Group', 'Mailing list', 'Wanted', 'Coming', 'Asked', 'State', 'Began', 'Ended'],
    },
    people: {
      title: 'Who came when',
      columns: ['Name', 'Function', 'Accepted', 'Expected', 'Arrived', 'State'],
    },
    timeline: { title: 'Course', columns: ['Time', 'What happened'] },
    results: {
      columns: [
        ...['Last name', 'First name', 'Function', 'State', 'Handed over by', 'Answer', 'Answered', 'Expected'],
        'Arrived',
      ],
    },
    limit: { filled: 'filled', waiting: 'under way', exhausted: 'unfilled', stopped: 'asking stopped' },
    state: { arrived: 'arrived', not_needed: 'no longer needed', missing: 'no arrival recorded' },
    person: {
      ...{ answered: 'answered', read: 'read', delivered: 'delivered', handed_over: 'handed over' },
      ...{ under_way: 'under way', failed: 'not delivered', reserve: 'in reserve', waiting: 'later step' },
      ...{ unreachable: 'unreachable', not_asked: 'not asked' },
    },
    everyone: 'Everyone (each person once)',
    today: 'By membership as of today. Members of several groups count in each.',
    frozen: 'By the groups at the alarm; each person counts in one group.',
    withheld: 'not shown',
    rowsWithheld: { ended: 'No longer shown after the event', not_permitted: 'Shown only to named roles' },
    none: 'Nothing',
    morePeople: (count) => `And ${count} more; the Excel file has all of them.`,
    moreTimeline: (count) => `And ${count} more entries in the event log.`,
  },
};
