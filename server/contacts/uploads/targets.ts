import type { DataType } from '#server/contacts/people/person-data.ts';
import { fold } from '#shared/fold.ts';

/** What a column of a file may be mapped to: a field of the person, or a person data type. */
export interface Target {
  identifier: string;
  name: string;
  nameEn: string;
  /** The person data type; null for fields of the person. */
  type: DataType | null;
}

const field = (identifier: string, name: string, nameEn: string): Target => ({ identifier, name, nameEn, type: null });

/** What a person has besides contact data. */
export const personTargets: readonly Target[] = [
  field('externalId', 'Externe Nummer', 'External ID'),
  field('title', 'Titel', 'Title'),
  field('firstName', 'Vorname', 'First name'),
  field('lastName', 'Nachname', 'Last name'),
  field('isActive', 'Aktiv', 'Active'),
  field('isCrisis', 'Krisenstab', 'Crisis team'),
  field('groups', 'Gruppen', 'Groups'),
];

const taken = new Set(personTargets.map(({ identifier }) => identifier));

/** Everything a column may be mapped to: the fields of a person, then the active person data types in their order. */
export const targetsOf = (types: readonly DataType[]): Target[] => [
  ...personTargets,
  ...types
    .filter(({ isActive, identifier }) => isActive && !taken.has(identifier))
    .map((type) => ({ identifier: type.identifier, name: type.name, nameEn: type.nameEn || type.name, type })),
];

/** Other words that files use, by target. */
const otherWords: Readonly<Record<string, readonly string[]>> = {
  externalId: ['Externe ID', 'Personalnummer', 'Personal-Nr.', 'Personnel number', 'Employee ID'],
  title: ['Akademischer Titel'],
  firstName: ['Given name', 'Rufname'],
  lastName: ['Familienname', 'Surname', 'Family name', 'Name'],
  groups: ['Gruppe', 'Group'],
  email_business: ['E-Mail', 'Mail', 'E-Mail-Adresse', 'E-mail address'],
  mobile_business: ['Mobil', 'Handy', 'Mobiltelefon', 'Mobilnummer', 'Handynummer', 'Mobile', 'Mobile phone'],
  phone_business: ['Telefon', 'Tel.', 'Telefonnummer', 'Phone'],
  zip: ['PLZ', 'ZIP'],
  city: ['Stadt', 'Wohnort'],
  organisation: ['Firma', 'Company', 'Organization'],
};

/** A header without case, accents, spaces and signs, as it is compared. */
export const headerKey = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]/gu, '');

/** The target that a header names: by identifier, else by name, else by another word for it; null when none or several do. */
export function targetNamed(header: string, targets: readonly Target[]): Target | null {
  const key = headerKey(header);
  if (!key) return null;
  const tiers: ((target: Target) => readonly string[])[] = [
    ({ identifier }) => [identifier],
    ({ name, nameEn }) => [name, nameEn],
    ({ identifier }) => otherWords[identifier] ?? [],
  ];
  for (const wordsOf of tiers) {
    const found = targets.filter((target) => wordsOf(target).some((word) => headerKey(word) === key));
    if (found.length) return found.length === 1 ? found[0]! : null;
  }
  return null;
}
