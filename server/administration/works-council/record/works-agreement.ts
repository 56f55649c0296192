import { daysOpenUnfinished, hoursOpenAfterEnd } from '#server/api/by-person/closed.ts';
import { smallestGroup } from '#server/api/by-person/groups-of-five.ts';
import { type ByLanguage, textIn } from '#shared/label.ts';
import { localeOf } from '#shared/languages.ts';
import { features, type Role } from '#shared/permissions.ts';
import { roleNames } from '#shared/role-names.ts';
import type { RecordFacts } from './facts.ts';
import { keepings } from './words.ts';

/** Values of code, settings and database. */
interface Values {
  organisation: string;
  made: string;
  readers: string;
  exporters: string;
  event: string;
  security: string;
  isOn: boolean;
  reason: string | null;
}

const paragraphs: ByLanguage<(values: Values) => string[]> = {
  de: ({ organisation, made, readers, exporters, event, security, isOn, reason }) => [
    '# Textvorschlag für eine Betriebsvereinbarung: Alarmierung mit Meldekette',
    `Erzeugt am ${made} aus dem Programm und seinen Einstellungen für ${organisation}. Der Text beschreibt, was das Programm tut. Er ist keine Rechtsberatung; bitte prüfen und ergänzen Sie ihn, vor allem die Stellen in eckigen Klammern.`,
    '## 1 Zweck',
    'Meldekette alarmiert und informiert Beschäftigte bei Ereignissen, erfasst, wer kommen kann oder Hilfe braucht, und dokumentiert Ereignisse. [Die Parteien vereinbaren: Daten aus Meldekette werden nicht zur Kontrolle von Leistung oder Verhalten verwendet.]',
    '## 2 Geltungsbereich',
    '[Betriebe, Beschäftigte, Beginn]',
    '## 3 Daten',
    'Gespeichert werden Name, Adressen und Rufnummern, Gruppen und Verteiler, Dienste und Abwesenheiten, gesendete Nachrichten mit ihrer Zustellung, Antworten mit Zeit und Wortlaut und das Eintreffen. Das Verzeichnis von Verarbeitungstätigkeiten nennt jede Tabelle und Spalte. Meldekette erfasst keinen laufenden Standort.',
    '## 4 Wer während eines Ereignisses was sieht',
    `Antworten, Lesebestätigungen, Zeiten und Eintreffen einzelner Personen sehen nur diese Rollen: ${readers}. Andere Benutzer sehen Zahlen zu mindestens ${smallestGroup} Personen, und ob Funktionen besetzt sind. Monitore im Lageraum zeigen die Namen der Kommenden, wenn eine dieser Rollen den Link erzeugt hat und solange das Ereignis läuft.`,
    '## 5 Nach dem Ereignis',
    `Ab ${hoursOpenAfterEnd} Stunden nach dem Ende, und wenn niemand das Ereignis beendet, ab ${daysOpenUnfinished} Tagen nach seiner letzten Nachricht oder Antwort, zeigt Meldekette niemandem mehr, was einzelne Personen getan haben. Zahlen gibt es nur zu mindestens ${smallestGroup} Personen; kleinere Gruppen werden zusammengefasst, Zeiten einzelner Personen entfallen. Wird ein Ereignis danach fortgesetzt, bleibt das Frühere verborgen.`,
    '## 6 Was bleibt',
    [
      `- Das Einsatztagebuch bleibt unverändert und versiegelt. Einträge zu einzelnen Personen sind nach dem Ereignis in Ansicht und Dateien verborgen. Die Dateien dürfen diese Rollen speichern: ${exporters}.`,
      '- Adressen, an die nichts zugestellt werden konnte, bleiben sichtbar, ohne Antworten, damit sie berichtigt werden.',
      '- Wer Kontakte pflegt, kann einer Person alle Daten über sie aushändigen (Auskunft). Das Sicherheitsprotokoll hält jede Auskunft fest.',
      '- Freie Texte in Notizen und Lageberichten können Personen nennen; Meldekette prüft sie nicht.',
      '- Wer Datenbank oder Sicherungen lesen kann, sieht alle Daten. [Regeln für diese Personen]',
    ].join('\n'),
    '## 7 Ausschalten',
    `Nur die Systemverantwortung kann diese Beschränkung ausschalten, mit einer Begründung, die alle Benutzer sehen und die im Änderungsprotokoll steht. Das zeigt auch frühere Ereignisse. [Beteiligung des Betriebsrats] Stand heute: ${isOn ? 'Die Beschränkung ist eingeschaltet.' : `Die Beschränkung ist ausgeschaltet (${reason ?? ''}).`}`,
    '## 8 Löschung',
    `Ereignisse mit ihren Antworten: ${event}. Sicherheitsprotokoll: ${security}. Wird eine Person endgültig gelöscht, bleiben ihre Antworten nur ohne Bezug zu ihr.`,
    '## 9 Überprüfung',
    '[Einsicht des Betriebsrats in Änderungsprotokoll und Verzeichnis, Frist, Kündigung, Unterschriften]',
  ],
  en: ({ organisation, made, readers, exporters, event, security, isOn, reason }) => [
    '# Draft of a works agreement: alerting with Meldekette',
    `Generated on ${made} from the program and its settings for ${organisation}. The text describes what the program does. It is no legal advice; please check and complete it, above all the places in square brackets.`,
    '## 1 Purpose',
    'Meldekette alerts and informs employees in events, records who can come or needs help, and documents events. [The parties agree: data from Meldekette is not used to monitor performance or behaviour.]',
    '## 2 Scope',
    '[Sites, employees, start]',
    '## 3 Data',
    'It stores names, addresses and numbers, groups and mailing lists, shifts and absences, messages with their delivery, answers with time and words, and arrivals. The record of processing activities names each table and column. Meldekette does not track locations.',
    '## 4 Who sees what during an event',
    `Only these roles see answers, read receipts, times and arrivals of single people: ${readers}. Other users see figures of at least ${smallestGroup} people, and whether functions are filled. Monitors in the situation room show the names of people who come if one of these roles created the link and while the event runs.`,
    '## 5 After the event',
    `From ${hoursOpenAfterEnd} hours after its end, or ${daysOpenUnfinished} days after its last message or answer if no one ends the event, Meldekette shows no one what single people did. There are only figures of at least ${smallestGroup} people; smaller groups are merged, and times of single people are left out. If an event is continued later, what happened before stays hidden.`,
    '## 6 What remains',
    [
      `- The event log stays unchanged and sealed. Entries about single people are hidden on screen and in files after the event. These roles may save the files: ${exporters}.`,
      '- Addresses that could not be reached stay visible, without answers, so that they can be corrected.',
      '- Users who keep contacts can hand a person all data about them. The security log records each export.',
      '- Free texts in notes and situation reports may name people; Meldekette does not check them.',
      '- People who can read the database or backups see all data. [Rules for these people]',
    ].join('\n'),
    '## 7 Switching it off',
    `Only the system owner can switch this restriction off, with a reason that all users see and the audit log records. This also shows earlier events. [Participation of the works council] As of today: ${isOn ? 'the restriction is on.' : `the restriction is off (${reason ?? ''}).`}`,
    '## 8 Deletion',
    `Events with their answers: ${event}. Security log: ${security}. If a person is erased, their answers stay without reference to them.`,
    '## 9 Review',
    '[The works council’s access to audit log and record, period, termination, signatures]',
  ],
};

const holders = (feature: 'view_person_answers' | 'export_event_log', language: string) =>
  (features[feature] as readonly Role[]).map((role) => textIn(roleNames[role], language)).join(', ');

export function worksAgreement(facts: RecordFacts, language: string): string {
  const made = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: facts.timeZone });
  return `${textIn(
    paragraphs,
    language,
  )({
    organisation: facts.organisation,
    made: made.format(facts.made),
    readers: holders('view_person_answers', language),
    exporters: holders('export_event_log', language),
    event: textIn(keepings.event, language)(facts.periods),
    security: textIn(keepings.security, language)(facts.periods),
    isOn: facts.mode.isOn,
    reason: facts.mode.reason,
  }).join('\n\n')}\n`;
}
