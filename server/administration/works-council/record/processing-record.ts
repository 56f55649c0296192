import { hoursOpenAfterEnd } from '#server/api/by-person/closed.ts';
import { smallestGroup } from '#server/api/by-person/groups-of-five.ts';
import { readIn } from '#shared/administration/translated.ts';
import { type ByLanguage, textIn } from '#shared/label.ts';
import { localeOf } from '#shared/languages.ts';
import { features, roles } from '#shared/permissions.ts';
import { roleNames, roleTasks } from '#shared/role-names.ts';
import type { RecordFacts } from './facts.ts';
import { tableInMarkdown } from './markdown.ts';
import type { Category, PersonalTable, Purpose } from './personal-table.ts';
import { personalTables } from './tables.ts';
import { categories, keepings, purposes, subjects } from './words.ts';

interface Words {
  title: string;
  intro: (organisation: string, made: string) => string;
  fill: string;
  headings: { purposes: string; receivers: string; keeping: string; roles: string; measures: string; tables: string };
  columns: { purposes: string[]; receivers: string[]; roles: string[]; tables: string[] };
  yes: string;
  no: string;
  nobody: string;
  environment: (variable: string) => string;
  measures: (facts: RecordFacts) => string[];
}

const words: ByLanguage<Words> = {
  de: {
    title: 'Verzeichnis von Verarbeitungstätigkeiten (Art. 30 DSGVO)',
    intro: (organisation, made) =>
      `${organisation}, erzeugt aus dem Programm und seinen Einstellungen am ${made}. Es beschreibt, was das Programm speichert und ` +
      'weitergibt. Was Menschen damit tun, und Verträge mit Dienstleistern, ergänzen Sie selbst.',
    fill: 'Selbst zu ergänzen: Verantwortlicher mit Anschrift, Datenschutzbeauftragte, Rechtsgrundlagen, Verträge zur Auftragsverarbeitung, Übermittlung in Drittländer.',
    headings: {
      purposes: 'Zwecke, betroffene Personen, Kategorien von Daten, Löschung',
      receivers: 'Empfänger: eingerichtete Kanäle und Dienste',
      keeping: 'Löschung',
      roles: 'Rollen und Rechte',
      measures: 'Technische Maßnahmen',
      tables: 'Anhang: Tabellen und Spalten',
    },
    columns: {
      purposes: ['Zweck', 'Betroffene', 'Kategorien', 'Löschung'],
      receivers: ['Art', 'Name', 'Adresse', 'Eingeschaltet'],
      roles: ['Rolle', 'Aufgabe', 'Benutzer', 'Rechte'],
      tables: ['Tabelle', 'Betroffene', 'Kategorie', 'Spalten', 'Löschung'],
    },
    yes: 'ja',
    no: 'nein',
    nobody: 'keine',
    environment: (variable) => `Betrieb (${variable})`,
    measures: ({ mode, hasTotpRoles, isBackedUp }) => [
      mode.isOn
        ? `Antworten je Person sehen nur Krisenmanagement, Dokumentation und Redaktion, bis ${hoursOpenAfterEnd} Stunden nach Ende des Ereignisses. Danach gibt es nur Zahlen ab ${smallestGroup} Personen.`
        : 'Die Auswertung je Person ist eingeschaltet: Antworten je Person bleiben nach dem Ereignis sichtbar.',
      'Passwörter, Codes und Links sind nur als Hash gespeichert, Geheimnisse von Kanälen verschlüsselt.',
      hasTotpRoles
        ? 'Für manche Rollen ist ein zweiter Faktor vorgeschrieben.'
        : 'Ein zweiter Faktor ist möglich, aber für keine Rolle vorgeschrieben.',
      'Private Nummern sehen nur Rollen, die Kontakte pflegen.',
      'Einsatztagebuch und Änderungsprotokoll sind durch eine signierte Hash-Kette gegen Änderungen gesichert.',
      'Das Sicherheitsprotokoll hält Anmeldungen, Abweisungen, Downloads und Auskünfte fest.',
      isBackedUp ? 'Sicherungen nach Plan sind eingeschaltet.' : 'Sicherungen nach Plan sind nicht eingeschaltet.',
      'Sicherungen enthalten alle Daten bis zu ihrem eigenen Ablauf.',
    ],
  },
  en: {
    title: 'Record of processing activities (Art. 30 GDPR)',
    intro: (organisation, made) =>
      `${organisation}, generated from the program and its settings on ${made}. It describes what the program stores and passes on. ` +
      'Add what people do with it, and contracts with providers, yourself.',
    fill: 'To be added by you: controller with address, data protection officer, legal bases, processor contracts, transfers to third countries.',
    headings: {
      purposes: 'Purposes, data subjects, categories of data, deletion',
      receivers: 'Recipients: configured channels and services',
      keeping: 'Deletion',
      roles: 'Roles and permissions',
      measures: 'Technical measures',
      tables: 'Annex: tables and columns',
    },
    columns: {
      purposes: ['Purpose', 'Data subjects', 'Categories', 'Deletion'],
      receivers: ['Kind', 'Name', 'Address', 'Switched on'],
      roles: ['Role', 'Task', 'Users', 'Permissions'],
      tables: ['Table', 'Data subjects', 'Category', 'Columns', 'Deletion'],
    },
    yes: 'yes',
    no: 'no',
    nobody: 'none',
    environment: (variable) => `Operation (${variable})`,
    measures: ({ mode, hasTotpRoles, isBackedUp }) => [
      mode.isOn
        ? `Only crisis managers, documentation officers and editors see answers by person, until ${hoursOpenAfterEnd} hours after the end of an event. Then there are only figures of at least ${smallestGroup} people.`
        : 'Evaluation by person is on: answers by person stay visible after the event.',
      'Passwords, codes and links are stored as hashes only, secrets of channels encrypted.',
      hasTotpRoles
        ? 'A second factor is mandatory for some roles.'
        : 'A second factor is possible, but mandatory for no role.',
      'Only roles that keep contacts see private numbers.',
      'A signed chain of hashes protects event logs and the audit log against changes.',
      'The security log records sign-ins, refusals, downloads and exports of a person’s data.',
      isBackedUp ? 'Scheduled backups are on.' : 'Scheduled backups are off.',
      'Backups contain all data until they expire themselves.',
    ],
  },
};

/** Returns the record of processing as Markdown. */
export function processingRecord(facts: RecordFacts, language: string): string {
  const text = textIn(words, language);
  const made = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: facts.timeZone }).format(
    facts.made,
  );
  const section = (heading: string, ...parts: string[]) => [`## ${heading}`, ...parts];
  return `${[
    `# ${text.title}`,
    text.intro(facts.organisation, made),
    text.fill,
    ...section(text.headings.purposes, tableInMarkdown(text.columns.purposes, purposeRows(facts, language))),
    ...section(text.headings.receivers, receiverTable(facts, language)),
    ...section(text.headings.roles, roleTable(facts, language)),
    ...section(
      text.headings.measures,
      text
        .measures(facts)
        .map((measure) => `- ${measure}`)
        .join('\n'),
    ),
    ...section(text.headings.tables, tableRows(facts, language)),
  ].join('\n\n')}\n`;
}

const distinct = (texts: readonly string[]) => [...new Set(texts)];

function purposeRows({ periods }: RecordFacts, language: string): string[][] {
  const all = Object.values(personalTables);
  return (Object.keys(purposes) as Purpose[]).map((purpose) => {
    const tables = all.filter((table) => table.purpose === purpose);
    const named = (texts: (table: PersonalTable) => string[]) => distinct(tables.flatMap(texts));
    return [
      textIn(purposes[purpose], language),
      named((table) => [textIn(subjects[table.subjects], language)]).join(', '),
      named((table) => categoriesOf(table).map((category) => textIn(categories[category], language))).join(', '),
      named((table) => [textIn(keepings[table.keeping], language)(periods)]).join('; '),
    ];
  });
}

const categoriesOf = ({ data }: PersonalTable) => Object.keys(data) as Category[];

function receiverTable({ receivers, environment }: RecordFacts, language: string): string {
  const { columns, yes, no, nobody, environment: named } = textIn(words, language);
  const rows = receivers.map((receiver) => [
    readIn(receiver, 'kind', language),
    receiver.name,
    receiver.address ?? '–',
    receiver.isActive ? yes : no,
  ]);
  const ofEnvironment = environment
    .filter(({ isSet }) => isSet)
    .map(({ variable }) => [named(variable), variable, '–', yes]);
  const all = [...rows, ...ofEnvironment];
  return all.length ? tableInMarkdown(columns.receivers, all) : nobody;
}

const roleTable = ({ users }: RecordFacts, language: string): string =>
  tableInMarkdown(
    textIn(words, language).columns.roles,
    roles.map((role) => [
      textIn(roleNames[role], language),
      textIn(roleTasks[role], language),
      String(users.get(role) ?? 0),
      Object.entries(features)
        .flatMap(([feature, held]) => ((held as readonly string[]).includes(role) ? [feature] : []))
        .join(', '),
    ]),
  );

const tableRows = ({ periods }: RecordFacts, language: string): string =>
  tableInMarkdown(
    textIn(words, language).columns.tables,
    Object.entries(personalTables).flatMap(([name, table]) =>
      categoriesOf(table).map((category) => [
        name,
        textIn(subjects[table.subjects], language),
        textIn(categories[category], language),
        table.data[category]!.split(' ').join(', '),
        textIn(keepings[table.keeping], language)(periods),
      ]),
    ),
  );
