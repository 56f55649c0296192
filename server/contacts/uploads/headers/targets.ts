import type { DataType } from '#server/contacts/people/person-data.ts';

/** A person's field, a data type, or a divided value. */
export interface ColumnTarget {
  identifier: string;
  name: string;
  nameEn: string;
  /** The person data type; null for other targets. */
  type: DataType | null;
  /** The filled targets. */
  gives: readonly string[];
  isRepeatable: boolean;
}

const field = (identifier: string, name: string, nameEn: string): ColumnTarget => ({
  identifier,
  name,
  nameEn,
  type: null,
  gives: [identifier],
  isRepeatable: false,
});

/** The fields of a person besides contact data. */
export const personTargets: readonly ColumnTarget[] = [
  field('externalId', 'Externe Nummer', 'External ID'),
  field('title', 'Titel', 'Title'),
  field('firstName', 'Vorname', 'First name'),
  field('lastName', 'Nachname', 'Last name'),
  field('isActive', 'Aktiv', 'Active'),
  field('isCrisis', 'Krisenstab', 'Crisis team'),
  field('groups', 'Gruppen', 'Groups'),
];

/** A directory's removed groups; no column has this target. */
export const leftGroupsTarget = field('leftGroups', 'Nicht mehr in Gruppen', 'No longer in groups');

const composed = (
  identifier: string,
  name: string,
  nameEn: string,
  gives: readonly string[],
  isRepeatable = false,
): ColumnTarget => ({ ...field(identifier, name, nameEn), gives, isRepeatable });

/** For addresses and numbers without a fixed target. */
export const placedIn = {
  anyEmail: ['email_business', 'email_private', 'email_deputy'],
  anyPhone: ['mobile_business', 'phone_business', 'mobile_private', 'phone_private', 'fax', 'pager'],
} as const;

/** For another address, if the row has none. */
export const instead = { otherStreet: 'street', otherZip: 'zip', otherCity: 'city', otherCountry: 'country' } as const;

/** Columns whose values are split or placed. */
const composedTargets: readonly ColumnTarget[] = [
  composed('fullName', 'Ganzer Name (wird geteilt)', 'Full name (is split)', ['title', 'firstName', 'lastName']),
  composed('anyEmail', 'E-Mail (wird einsortiert)', 'E-mail (is sorted in)', placedIn.anyEmail, true),
  composed('anyPhone', 'Telefonnummer (wird einsortiert)', 'Telephone number (is sorted in)', placedIn.anyPhone, true),
  composed('kindOfNext', 'Art der Angabe in der nächsten Spalte', 'Kind of what the next column holds', [], true),
  composed('otherStreet', 'Straße (wenn keine andere da ist)', 'Street (if there is no other)', ['street']),
  composed('otherZip', 'Postleitzahl (wenn keine andere da ist)', 'Postal code (if there is no other)', ['zip']),
  composed('otherCity', 'Ort (wenn kein anderer da ist)', 'City (if there is no other)', ['city']),
  composed('otherCountry', 'Land (wenn kein anderes da ist)', 'Country (if there is no other)', ['country']),
];

/** Returns whether a column may have filled another's target. */
export const mayGive = (identifier: string | null, target: string): boolean =>
  identifier === target || composedTargets.some((one) => one.identifier === identifier && one.gives.includes(target));

const taken = new Set([...personTargets, ...composedTargets].map(({ identifier }) => identifier));

/** Returns storing targets: fields, then active data types. */
export const targetsOf = (types: readonly DataType[]): ColumnTarget[] => [
  ...personTargets,
  ...types
    .filter(({ isActive, identifier }) => isActive && !taken.has(identifier))
    .map((type) => ({ ...field(type.identifier, type.name, type.nameEn || type.name), type })),
];

/** Returns all targets, including divided ones. */
export function columnTargetsOf(types: readonly DataType[]): ColumnTarget[] {
  const stored = targetsOf(types);
  const known = new Set(stored.map(({ identifier }) => identifier));
  const offered = composedTargets
    .map((target) => ({ ...target, gives: target.gives.filter((identifier) => known.has(identifier)) }))
    .filter(({ identifier, gives }) => identifier === 'kindOfNext' || gives.length);
  return [...stored, ...offered];
}

/** Returns whether a column is for editors. */
export const isPrivateTarget = ({ type, gives }: ColumnTarget, targets: readonly ColumnTarget[]): boolean =>
  type?.isPrivate ?? targets.some((target) => target.type?.isPrivate && gives.includes(target.identifier));

/** Returns whether targets can identify a person. */
export function isRecognisable(targets: readonly ColumnTarget[]): boolean {
  const given = new Set(targets.flatMap(({ gives }) => gives));
  const isKey = ['externalId', 'email_business', 'mobile_business'].some((key) => given.has(key));
  return isKey || (given.has('firstName') && given.has('lastName'));
}
