import type { ByLanguage } from '#shared/label.ts';

interface DraftWords {
  exercise: string;
  unknown: string;
  organisation: string;
  event: string;
  type: string;
  place: string;
  began: string;
  known: string;
  state: string;
  running: string;
  ended(at: string): string;
  description: string;
  reported: string;
  reference: string;
  log: string;
  more(count: number): string;
}

/** The words of a suggested report. */
export const draftWords: ByLanguage<DraftWords> = {
  de: {
    exercise: 'ÜBUNG – keine Meldung eines wirklichen Vorfalls',
    unknown: 'noch nicht bekannt',
    organisation: 'Einrichtung',
    event: 'Vorfall',
    type: 'Art',
    place: 'Ort',
    began: 'Beginn',
    known: 'Kenntnis seit',
    state: 'Stand',
    running: 'Der Vorfall dauert an.',
    ended: (at) => `Der Vorfall ist seit ${at} beendet.`,
    description: 'Beschreibung',
    reported: 'Bereits gemeldet',
    reference: 'Aktenzeichen',
    log: 'Ablauf (aus dem Einsatztagebuch)',
    more: (count) => `Ältere Einträge im Einsatztagebuch, die hier fehlen: ${count}`,
  },
  en: {
    exercise: 'EXERCISE – no report of a real incident',
    unknown: 'not known yet',
    organisation: 'Organisation',
    event: 'Incident',
    type: 'Kind',
    place: 'Location',
    began: 'Start',
    known: 'Known since',
    state: 'State',
    running: 'The incident is ongoing.',
    ended: (at) => `The incident ended at ${at}.`,
    description: 'Description',
    reported: 'Already reported',
    reference: 'reference',
    log: 'Course of events (from the event log)',
    more: (count) => `Older entries of the event log that are not listed here: ${count}`,
  },
};
