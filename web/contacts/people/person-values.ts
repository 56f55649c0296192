import { writtenIn } from '#shared/label.ts';
import { dataText } from '#shared/person-data.ts';
import type { DataType, PersonFormRow } from './mutations.ts';

/** The values of a person's form; contact data by the type's identifier, all as text. */
export type PersonValues = {
  title: string;
  firstName: string;
  lastName: string;
  isCrisis: boolean;
  sendRegistrationMail: boolean;
  personData: Record<string, string>;
};

/** Returns the form's values for a person, or for a new one. */
export function valuesOfPerson(person: PersonFormRow | undefined, types: readonly DataType[]): PersonValues {
  const stored = new Map(
    person?.personData.map(({ keyField, valueStr, valueInt }) => [
      keyField.identifier,
      dataText(keyField, { valueStr, valueInt }),
    ]),
  );
  return {
    title: person?.title ?? '',
    firstName: person?.firstName ?? '',
    lastName: person?.lastName ?? '',
    isCrisis: person?.isCrisis ?? false,
    sendRegistrationMail: false,
    personData: Object.fromEntries(types.map(({ identifier }) => [identifier, stored.get(identifier) ?? ''])),
  };
}

/** Returns the changed contact data for the API; empty texts remove an entry. */
export function changedData(before: PersonValues, after: PersonValues, types: readonly DataType[]) {
  return types
    .filter(({ identifier }) => (after.personData[identifier] ?? '').trim() !== before.personData[identifier])
    .map(({ _id, identifier }) => ({ keyField: String(_id), valueStr: after.personData[identifier]?.trim() || null }));
}

/** Returns the name of a kind of contact data in the interface's language. */
export const typeName = ({ name, nameEn }: { name: string; nameEn: string | null }, language: string): string =>
  writtenIn({ de: name, en: nameEn }, language);
