import { type ByLanguage, textIn } from '#shared/label.ts';
import { toLocalInput } from '#shared/zoned.ts';
import type { Folder } from './folder-content.ts';

/** Fixed texts of the folder. */
export interface FolderWords {
  /** Prefix of the file name. */
  file: string;
  title: string;
  asOf: (time: string) => string;
  secret: string;
  use: string;
  team: string;
  noTeam: string;
  withoutGroup: string;
  person: readonly [number: string, name: string, role: string, phones: string, remark: string];
  noPhone: string;
  priority: string;
  away: (until: string | null) => string;
  duty: string;
  turn: readonly [from: string, until: string, person: string];
  dutyDays: (days: number) => string;
  place: string;
  whom: string;
  everybody: string;
  needed: (count: number, name: string) => string;
  onDuty: (name: string) => string;
  checklist: string;
  item: readonly [done: string, text: string, who: string, due: string];
  due: (minutes: number) => string;
  texts: string;
  forAll: string;
  others: string;
  locations: string;
  location: readonly [name: string, address: string, description: string];
  card: (number: number, title: string) => string;
  step: readonly [number: string, text: string, expected: string];
  blanks: Readonly<Record<string, string>>;
}

/** The words by language. */
export const folderWords: ByLanguage<FolderWords> = {
  de: {
    file: 'krisenmappe',
    title: 'Krisenmappe',
    asOf: (time) => `Stand: ${time}`,
    secret: 'Enthält private Telefonnummern. Bitte verschlossen aufbewahren und alte Ausdrucke vernichten.',
    use: 'Für den Fall, dass weder Rechner noch Netz gehen: wen Sie anrufen, was Sie sagen, was zu tun ist.',
    team: 'Krisenstab: wen Sie anrufen',
    noTeam: 'Niemand gehört zum Krisenstab.',
    withoutGroup: 'Ohne Gruppe',
    person: ['Nr.', 'Name', 'Funktion', 'Telefon', 'Hinweis'],
    noPhone: 'keine Telefonnummer',
    priority: 'immer zuerst',
    away: (until) => (until ? `abwesend bis ${until}` : 'abwesend bis auf Weiteres'),
    duty: 'Wer Dienst hat',
    turn: ['Von', 'Bis', 'Person'],
    dutyDays: (days) => `Für die ${days} Tage ab dem Stand dieser Mappe.`,
    place: 'Üblicher Ort',
    whom: 'Wer alarmiert wird',
    everybody: 'einzelne Personen',
    needed: (count, name) => `${name}: ${count} nötig`,
    onDuty: (name) => `${name}: wer gerade Dienst hat`,
    checklist: 'Checkliste',
    item: ['Erledigt', 'Aufgabe', 'Wer', 'Bis'],
    due: (minutes) => `nach ${minutes} min`,
    texts: 'Texte',
    forAll: 'Texte für alle Ereignisse',
    others: 'Weitere Textbausteine',
    locations: 'Orte',
    location: ['Ort', 'Adresse', 'Beschreibung'],
    card: (number, title) => `Karte ${number}: ${title}`,
    step: ['Nr.', 'Schritt', 'Erwartet'],
    blanks: {
      'event.name': 'Ereignis',
      'event.description': 'was genau',
      'event.type': 'Ereignistyp',
      'event.date': 'wann',
      'event.place': 'wo',
      'event.location': 'wo',
      'event.address': 'Adresse',
      'report.title': 'Überschrift',
      'author.name': 'Ihr Name',
      'author.phone': 'Nummer für Rückfragen',
      now: 'Datum, Uhrzeit',
      'person.firstName': 'Vorname',
      'person.lastName': 'Nachname',
      'person.title': 'Titel',
      'answer.link': 'Antwort an',
      'answer.options': 'kommt / kommt nicht',
      'list.name': 'Verteiler',
    },
  },
  en: {
    file: 'crisis-folder',
    title: 'Crisis folder',
    asOf: (time) => `As of: ${time}`,
    secret: 'Contains private telephone numbers. Please keep it locked away and destroy old printouts.',
    use: 'For use when neither computers nor the network work: people to call, texts to read out, tasks to do.',
    team: 'Crisis team: people to call',
    noTeam: 'No one belongs to the crisis team.',
    withoutGroup: 'Without a group',
    person: ['No.', 'Name', 'Function', 'Telephone', 'Note'],
    noPhone: 'no telephone number',
    priority: 'always first',
    away: (until) => (until ? `absent until ${until}` : 'absent until further notice'),
    duty: 'Who is on duty',
    turn: ['From', 'Until', 'Person'],
    dutyDays: (days) => `For the ${days} days from the date of this folder.`,
    place: 'Usual place',
    whom: 'Who is alerted',
    everybody: 'individual people',
    needed: (count, name) => `${name}: ${count} needed`,
    onDuty: (name) => `${name}: people on duty`,
    checklist: 'Checklist',
    item: ['Done', 'Task', 'Who', 'Due'],
    due: (minutes) => `after ${minutes} min`,
    texts: 'Texts',
    forAll: 'Texts for all events',
    others: 'Other snippets',
    locations: 'Places',
    location: ['Place', 'Address', 'Description'],
    card: (number, title) => `Card ${number}: ${title}`,
    step: ['No.', 'Step', 'Expected'],
    blanks: {
      'event.name': 'event',
      'event.description': 'what exactly',
      'event.type': 'event type',
      'event.date': 'when',
      'event.place': 'where',
      'event.location': 'where',
      'event.address': 'address',
      'report.title': 'title',
      'author.name': 'your name',
      'author.phone': 'number for questions',
      now: 'date, time',
      'person.firstName': 'first name',
      'person.lastName': 'last name',
      'person.title': 'title',
      'answer.link': 'answer to',
      'answer.options': 'comes / does not come',
      'list.name': 'mailing list',
    },
  },
};

/** Returns the file name, with the day in the organisation's time zone, as printed. */
export const folderFileName = ({ language, at, timeZone }: Pick<Folder, 'language' | 'at' | 'timeZone'>): string =>
  `${textIn(folderWords, language).file}-${toLocalInput(at, timeZone).slice(0, 10)}.pdf`;
