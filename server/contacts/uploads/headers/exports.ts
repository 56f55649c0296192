import { headerKey } from './header-key.ts';

/** Recognized by its headers. */
export interface KnownExport {
  name: string;
  /** The source of its headers. */
  source: 'documentation' | 'files' | 'assumed';
  /** Distinctive headers, and how many of them suffice. */
  signs: readonly string[];
  enough: number;
  /** Targets that general words miss; null ignores. 0 is any number. */
  columns: Readonly<Record<string, string | null>>;
}

const none = (...headers: readonly string[]) => Object.fromEntries(headers.map((header) => [header, null]));
const all = (target: string, ...headers: readonly string[]) =>
  Object.fromEntries(headers.map((header) => [header, target]));

/** The first match counts; see `docs/files.md`. */
export const knownExports: readonly KnownExport[] = [
  {
    name: 'Outlook',
    source: 'files',
    signs: [
      'Weitere Vornamen',
      'Telefon geschäftlich',
      'Straße geschäftlich',
      'E-Mail-Typ',
      'E-Mail: Angezeigter Name',
    ],
    enough: 2,
    columns: {
      'Telefon (privat)': 'phone_private',
      ...all('anyPhone', 'Telefon geschäftlich 2', 'Telefon (privat 2)', 'Telefon privat 2', 'Mobiltelefon 2'),
      ...all('anyPhone', 'Haupttelefon', 'Weiteres Telefon', 'Autotelefon'),
      ...all('anyEmail', 'E-Mail 2: Adresse', 'E-Mail 3: Adresse'),
      ...none('Weitere Vornamen', 'Suffix', 'Ort', 'Land', 'Büro', 'Beruf', 'Sprache', 'Partner', 'Konto', 'Privat'),
      ...none('Telefon Assistent', 'Telefon Firma', 'Rückmeldung', 'Weiteres Fax', 'Fax privat', 'Straße privat 2'),
    },
  },
  {
    name: 'Outlook',
    source: 'files',
    signs: ['Business Phone', 'Business Street', 'E-mail Type', 'E-mail Display Name', 'Home Phone 2', 'Given Yomi'],
    enough: 2,
    columns: {
      ...all(
        'anyPhone',
        'Business Phone 2',
        'Home Phone 2',
        'Primary Phone',
        'Other Phone',
        'Car Phone',
        'Radio Phone',
      ),
      ...all('anyEmail', 'E-mail 2 Address', 'E-mail 3 Address'),
      'Home Country/Region': 'country',
      ...none(
        'Middle Name',
        'Suffix',
        'Location',
        'Profession',
        'Language',
        'Spouse',
        'Account',
        'Private',
        'Callback',
      ),
      ...none("Assistant's Phone", 'Company Main Phone', 'Other Fax', 'Home Fax', 'Office Location'),
    },
  },
  {
    name: 'Google',
    source: 'files',
    signs: ['E-mail 1 - Value', 'Phone 1 - Value', 'File As', 'Organization Title', 'Phonetic First Name', 'Yomi Name'],
    enough: 2,
    columns: {
      ...all('kindOfNext', 'E-mail 0 - Label', 'Phone 0 - Label', 'E-mail 0 - Type', 'Phone 0 - Type'),
      'E-mail 0 - Value': 'anyEmail',
      'Phone 0 - Value': 'anyPhone',
      'Organization Title': 'function',
      'Organization 1 - Name': 'organisation',
      'Organization 1 - Title': 'function',
      'Organization 1 - Department': 'department',
      'Address 1 - Street': 'street',
      'Address 1 - Postal Code': 'zip',
      'Address 1 - City': 'city',
      'Address 1 - Country': 'country',
      'Address 2 - Street': 'otherStreet',
      'Address 2 - Postal Code': 'otherZip',
      'Address 2 - City': 'otherCity',
      'Address 2 - Country': 'otherCountry',
      ...all('groups', 'Labels', 'Group Membership'),
      ...none('Name', 'File As', 'Nickname', 'Location', 'Language', 'Occupation', 'Initials'),
    },
  },
  {
    name: 'DIVERA 24/7',
    source: 'assumed',
    signs: ['Fremdschlüssel', 'foreign_id', 'Qualifikationen', 'Standort', 'ISSI', 'RIC', 'Handynummer'],
    enough: 2,
    columns: {
      ...all('externalId', 'Fremdschlüssel', 'foreign_id'),
      ...none('ID', 'Standort', 'Qualifikationen', 'Benutzername', 'Rufname'),
    },
  },
  {
    name: 'GroupAlarm',
    source: 'assumed',
    signs: ['Labels', 'Surname', 'Externe ID', 'Erreichbarkeiten', 'Organisation ID'],
    enough: 2,
    columns: {
      Name: 'firstName',
      Surname: 'lastName',
      Labels: 'groups',
      Anruf: 'anyPhone',
      Call: 'anyPhone',
      ...none('ID', 'Erreichbarkeiten', 'Organisation ID'),
    },
  },
  {
    name: 'FACT24',
    source: 'documentation',
    signs: ['Name 1', 'Name 2', 'Zugriffsrecht in Räumen', 'Access rights to rooms', 'Organisatorische Einheit'],
    enough: 2,
    columns: {
      ...all('externalId', 'Nummer', 'Number'),
      'Name 1': 'lastName',
      'Name 2': 'firstName',
      ...all('department', 'Organisatorische Einheit', 'Organisational unit'),
      ...all('kindOfNext', 'Endgerätetyp 0', 'Gerätetyp 0', 'Device type 0'),
      ...all('anyPhone', 'Endgerät 0', 'Gerät 0', 'Device 0'),
    },
  },
  {
    name: 'FACT24',
    source: 'documentation',
    signs: ['Employee Number', 'Family Name', 'Given Name', 'Organizational unit', 'Account e-mail', 'PIN'],
    enough: 4,
    columns: {
      'Account e-mail': 'email_business',
      ...all('kindOfNext', 'Device type 0', 'Device 0 type'),
      ...all('anyPhone', 'Device 0', 'Device 0 number'),
    },
  },
  {
    name: 'Alamos FE2',
    source: 'documentation',
    signs: ['Anzeigename', 'ISSI', 'aPagerPro', 'prowl', 'xmpp'],
    enough: 3,
    columns: none('Anzeigename', 'aPagerPro', 'Kommentar'),
  },
];

/** Returns the program of these headers, or null. */
export function exportWith(headers: readonly string[]): KnownExport | null {
  const keys = new Set(headers.map(headerKey));
  const fits = ({ signs, enough }: KnownExport) => signs.filter((sign) => keys.has(headerKey(sign))).length >= enough;
  return knownExports.find(fits) ?? null;
}

/** Returns an export column's target: null if ignored, undefined if unknown. */
export function columnOfExport({ columns }: KnownExport, header: string): string | null | undefined {
  const key = headerKey(header);
  const found = (wanted: string) => Object.keys(columns).find((name) => headerKey(name) === wanted);
  const name = found(key) ?? found(key.replace(/\d+/g, '0'));
  return name === undefined ? undefined : columns[name];
}
