import type { ByLanguage } from '#shared/label.ts';
import type { Finding, LeaverReason, PartKind, PlanTest } from './evidence.ts';

/** The texts of the printed evidence in one language. */
export interface PaperWords {
  title: string;
  asOf: (moment: string, by: string) => string;
  findings: string;
  lastTest: (moment: string, days: number) => string;
  drilled: (drilled: number, people: number) => string;
  none: string;
  finding: Record<Finding['key'], (name: string, count: number) => string>;
  tests: string;
  never: string;
  /** Columns before the figures. */
  test: readonly string[];
  mode: Record<PlanTest['mode'], string>;
  unannounced: string;
  /** In place of a figure that works-council mode withholds. */
  withheld: string;
  byGroup: (name: string, moment: string) => string;
  group: readonly string[];
  plan: string;
  responsible: (responsible: string, deputy: string) => string;
  responsibleName: (name: string, hasLeft: boolean) => string;
  /** No person is named. */
  nobody: string;
  lists: (names: string) => string;
  function: readonly string[];
  everyone: string;
  channel: readonly string[];
  works: (does: boolean) => string;
  text: readonly string[];
  task: readonly string[];
  revisions: string;
  revision: readonly string[];
  part: Record<PartKind, string>;
  notRecorded: string;
  leavers: string;
  noLeavers: string;
  leaver: Record<LeaverReason, string>;
  persons: string;
  person: readonly string[];
  no: string;
  seal: string;
  sealText: (file: string) => string;
  signature: string;
  attached: string;
}

/** The words by language. */
export const paperWords: ByLanguage<PaperWords> = {
  de: {
    title: 'Nachweis eines Alarmplans',
    asOf: (moment, by) => `Stand ${moment}, erstellt von ${by}`,
    findings: 'Offene Punkte',
    lastTest: (moment, days) => `Letzte Übung oder letzter Alarm: ${moment}. Vorgesehen: alle ${days} Tage.`,
    drilled: (drilled, people) => `Übungen haben ${drilled} von ${people} Personen im Plan erreicht.`,
    none: 'Keine offenen Punkte.',
    finding: {
      never_tested: () => 'Der Plan wurde noch nie geprüft.',
      overdue: (_, days) => `Die letzte Prüfung ist ${days} Tage her.`,
      no_responsible: () => 'Der Plan ist ohne Verantwortliche.',
      responsible_left: (name) => `Die verantwortliche Person fehlt. Die Vertretung ist ${name}.`,
      no_list: () => 'Der Ereignistyp hat keinen Verteiler.',
      no_text: () => 'Es gibt keinen vorbereiteten Text.',
      no_deputy: (name) => `${name}: Es gibt keine Vertretung.`,
      too_few: (name, count) => `${name}: Erreichbare Personen fehlen (${count}).`,
      leavers: (_, count) => `Personen im Plan, die von keinem Alarm mehr erreicht werden: ${count}.`,
      channel: (name) => `Der Kanal ${name} ist gestört.`,
      not_drilled: (_, count) => `Personen, die noch von keiner Übung erreicht wurden: ${count}.`,
    },
    tests: 'Übungen und Alarme',
    never: 'Bisher keine.',
    test: ['Zeitpunkt', 'Ereignis', 'Art'],
    mode: { LIVE: 'Echter Einsatz', EXERCISE: 'Übung', TEST: 'Test' },
    unannounced: 'Unangekündigte Übung',
    withheld: 'nicht sichtbar',
    byGroup: (name, moment) => `${name}, ${moment}: nach Gruppen`,
    group: ['Gruppe', 'Gefragt', 'Erreicht', 'Kommt'],
    plan: 'Der aktuelle Plan',
    responsible: (responsible, deputy) => `Verantwortlich: ${responsible}. Vertretung: ${deputy}.`,
    responsibleName: (name, hasLeft) => (hasLeft ? `${name} (ausgeschieden)` : name),
    nobody: 'niemand eingetragen',
    lists: (names) => `Verteiler: ${names}`,
    function: ['Funktion', 'Verteiler', 'Benötigt', 'Erreichbar', 'Mitglieder'],
    everyone: 'alle',
    channel: ['Kanal', 'Zustand', 'Letzter Erfolg'],
    works: (does) => (does ? 'in Ordnung' : 'gestört'),
    text: ['Text', 'Wortlaut'],
    task: ['Aufgabe', 'Wer', 'Minuten'],
    revisions: 'Letzte Änderungen',
    revision: ['Teil', 'Name', 'Geändert', 'Von'],
    part: {
      ...{ EventType: 'Ereignistyp', Snippet: 'Textbaustein', ReportEventSnippet: 'Zuordnung eines Textes' },
      ...{ ChecklistItem: 'Aufgabe', MailingList: 'Verteiler', Group: 'Gruppe' },
    },
    notRecorded: 'nicht aufgezeichnet',
    leavers: 'Personen im Plan, die von keinem Alarm erreicht werden',
    noLeavers: 'Keine.',
    leaver: {
      ...{ inactive: 'abgeschaltet', deletion_requested: 'Löschung beantragt', opted_out: 'abgemeldet' },
      ...{ no_address: 'ohne Adresse', away: 'lange abwesend' },
    },
    persons: 'Personen im Plan',
    person: ['Name', 'Gruppen', 'Von einer Übung erreicht', 'Nicht alarmierbar'],
    no: 'nein',
    seal: 'Siegel',
    sealText: (file) =>
      `Diese PDF-Datei enthält als Anlage die signierte Datei ${file} mit denselben Angaben. Speichern Sie die Anlage, und laden Sie den Schlüssel der Installation unter /api/log-key.pem herunter. Prüfen Sie die Datei mit dem Programm verify-evidence.mjs aus der Dokumentation: node verify-evidence.mjs ${file} log-key.pem. Die Ausgabe „whole“ bedeutet, dass die Datei unverändert ist. Die Prüfsumme gilt für alle Zeilen vor dem Siegel, das die letzte Zeile der Datei ist.`,
    signature: 'Signatur (Ed25519)',
    attached: 'Signierter Nachweis',
  },
  en: {
    title: 'Evidence of an alarm plan',
    asOf: (moment, by) => `As of ${moment}, created by ${by}`,
    findings: 'Open findings',
    lastTest: (moment, days) => `Last exercise or alarm: ${moment}. Planned: every ${days} days.`,
    drilled: (drilled, people) => `Exercises have reached ${drilled} of ${people} people in the plan.`,
    none: 'No open findings.',
    finding: {
      never_tested: () => 'The plan has never been tested.',
      overdue: (_, days) => `The last test was ${days} days ago.`,
      no_responsible: () => 'The plan has no responsible person.',
      responsible_left: (name) => `The responsible person is missing. The deputy is ${name}.`,
      no_list: () => 'The event type has no mailing list.',
      no_text: () => 'There is no prepared text.',
      no_deputy: (name) => `${name}: there is no deputy.`,
      too_few: (name, count) => `${name}: reachable people are missing (${count}).`,
      leavers: (_, count) => `People in the plan who can’t be reached by an alarm: ${count}.`,
      channel: (name) => `The channel ${name} has a problem.`,
      not_drilled: (_, count) => `People who have not been reached by an exercise yet: ${count}.`,
    },
    tests: 'Exercises and alarms',
    never: 'None yet.',
    test: ['Time', 'Event', 'Type'],
    mode: { LIVE: 'Real alarm', EXERCISE: 'Exercise', TEST: 'Test' },
    unannounced: 'Unannounced exercise',
    withheld: 'not shown',
    byGroup: (name, moment) => `${name}, ${moment}: by group`,
    group: ['Group', 'Asked', 'Reached', 'Coming'],
    plan: 'The current plan',
    responsible: (responsible, deputy) => `Responsible person: ${responsible}. Deputy: ${deputy}.`,
    responsibleName: (name, hasLeft) => (hasLeft ? `${name} (has left)` : name),
    nobody: 'none',
    lists: (names) => `Mailing lists: ${names}`,
    function: ['Function', 'Mailing list', 'Needed', 'Reachable', 'Members'],
    everyone: 'everyone',
    channel: ['Channel', 'State', 'Last success'],
    works: (does) => (does ? 'working' : 'has a problem'),
    text: ['Text', 'Wording'],
    task: ['Task', 'Who', 'Minutes'],
    revisions: 'Last changes',
    revision: ['Part', 'Name', 'Changed', 'By'],
    part: {
      ...{ EventType: 'Event type', Snippet: 'Snippet', ReportEventSnippet: 'Assignment of a text' },
      ...{ ChecklistItem: 'Task', MailingList: 'Mailing list', Group: 'Group' },
    },
    notRecorded: 'not recorded',
    leavers: 'People in the plan who can’t be reached by an alarm',
    noLeavers: 'None.',
    leaver: {
      ...{ inactive: 'deactivated', deletion_requested: 'asked for deletion', opted_out: 'unsubscribed' },
      ...{ no_address: 'no address', away: 'away for a long time' },
    },
    persons: 'People in the plan',
    person: ['Name', 'Groups', 'Reached by an exercise', 'Can’t be alerted'],
    no: 'no',
    seal: 'Seal',
    sealText: (file) =>
      `This PDF contains the signed file ${file} with the same data as an attachment. Save the attachment and download the installation’s key at /api/log-key.pem. Verify the file with the program verify-evidence.mjs from the documentation: node verify-evidence.mjs ${file} log-key.pem. The output “whole” means that the file is unchanged. The checksum covers all lines before the seal, which is the last line of the file.`,
    signature: 'Signature (Ed25519)',
    attached: 'Signed evidence',
  },
};
