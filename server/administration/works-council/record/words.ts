import type { ByLanguage, Label } from '#shared/label.ts';
import type { Category, Keeping, Purpose, Subjects } from './personal-table.ts';

/** Purposes of processing. */
export const purposes: Record<Purpose, Label> = {
  alarm: {
    de: 'Personen alarmieren und informieren, ihre Antworten und ihr Eintreffen erfassen',
    en: 'Alert and inform people, record their answers and arrival',
  },
  contacts: { de: 'Kontaktdaten für Alarme bereithalten', en: 'Keep contact data ready for alarms' },
  documentation: { de: 'Ereignisse führen und dokumentieren', en: 'Manage and document events' },
  accounts: { de: 'Benutzerkonten führen', en: 'Manage user accounts' },
  security: { de: 'Anmeldung schützen, Änderungen nachweisen', en: 'Protect sign-in, prove changes' },
  operation: { de: 'Die Installation betreiben', en: 'Operate the installation' },
};

/** Groups of people. */
export const subjects: Record<Subjects, Label> = {
  contacts: { de: 'Kontaktpersonen', en: 'Contacts' },
  users: { de: 'Benutzer mit Konto', en: 'Users with an account' },
  both: { de: 'Kontaktpersonen und Benutzer', en: 'Contacts and users' },
};

/** Categories of data. */
export const categories: Record<Category, Label> = {
  identity: { de: 'Name und Kennungen', en: 'Name and identifiers' },
  contact: { de: 'Adressen und Rufnummern', en: 'Addresses and numbers' },
  membership: { de: 'Zugehörigkeit zu Gruppen und Verteilern', en: 'Membership of groups and lists' },
  availability: { de: 'Abwesenheiten und Dienste', en: 'Absences and shifts' },
  preferences: { de: 'Wünsche zu Kanälen, Abmeldungen', en: 'Channel preferences and opt-outs' },
  alarms: { de: 'Zustellung von Nachrichten', en: 'Delivery of messages' },
  answers: { de: 'Antworten mit Zeit und Wortlaut', en: 'Answers with time and words' },
  presence: { de: 'Eintreffen', en: 'Arrival' },
  content: { de: 'Texte, die Personen nennen können', en: 'Texts that may name people' },
  account: { de: 'Konto, Rechte, Anmeldedaten', en: 'Account, rights, sign-in data' },
  access: { de: 'Zugriffe, Sitzungen, Geräte, Schlüssel', en: 'Access, sessions, devices, keys' },
  activity: { de: 'Wer was wann getan hat', en: 'Who did what and when' },
  state: { de: 'Zustand des Eintrags', en: 'State of the entry' },
};

/** Settings of periods. */
export interface Periods {
  retentionMonths: string | null;
  securityDays: string;
  sessionHours: string;
}

/** When data is deleted. */
export const keepings: Record<Keeping, ByLanguage<(periods: Periods) => string>> = {
  person: {
    de: () => 'bis die Person endgültig gelöscht wird',
    en: () => 'until the person is erased',
  },
  event: {
    de: ({ retentionMonths }) =>
      retentionMonths
        ? `bis ${retentionMonths} Monate nach dem Löschen des Ereignisses; Personenbezug bis zum Löschen der Person`
        : 'unbefristet, solange keine Aufbewahrungsfrist eingestellt ist; Personenbezug bis zum Löschen der Person',
    en: ({ retentionMonths }) =>
      retentionMonths
        ? `until ${retentionMonths} months after the event is deleted; the reference to a person until the person is erased`
        : 'without limit, as long as no retention is set; the reference to a person until the person is erased',
  },
  account: { de: () => 'solange das Konto besteht', en: () => 'as long as the account exists' },
  session: {
    de: ({ sessionHours }) => `bis zum Ende der Sitzung (${sessionHours} Stunden) oder des Vertrauens in das Gerät`,
    en: ({ sessionHours }) => `until the session (${sessionHours} hours) or the trust in the device ends`,
  },
  short: { de: () => 'bis zum Ablauf, höchstens wenige Wochen', en: () => 'until expiry, a few weeks at most' },
  security: {
    de: ({ securityDays }) => `${securityDays} Tage`,
    en: ({ securityDays }) => `${securityDays} days`,
  },
  audit: { de: () => 'unbefristet, als Nachweis', en: () => 'without limit, as evidence' },
  upload: {
    de: () => 'die Zeilen bis zum Ablauf ihrer Frist, die Zusammenfassung unbefristet',
    en: () => 'rows until their period ends, the summary without limit',
  },
  settings: {
    de: () => 'bis der Eintrag geändert oder gelöscht wird',
    en: () => 'until the entry is changed or deleted',
  },
};
