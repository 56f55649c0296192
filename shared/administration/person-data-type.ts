import { optionsFrom } from '#shared/fields/select.ts';
import type { Label } from '#shared/label.ts';
import type { FieldType } from '#shared/person-data.ts';
import { entity, identifier, isActive, name } from './entity.ts';

const fieldTypes = {
  text: { de: 'Text', en: 'Text' },
  textarea: { de: 'Mehrzeiliger Text', en: 'Text of several lines' },
  email: { de: 'E-Mail', en: 'E-mail' },
  phone_mobile: { de: 'Mobiltelefon', en: 'Mobile phone' },
  phone: { de: 'Telefon', en: 'Telephone' },
  fax: { de: 'Fax', en: 'Fax' },
  telegram: { de: 'Telegram (Chat-ID)', en: 'Telegram (chat ID)' },
  number: { de: 'Zahl', en: 'Number' },
  boolean: { de: 'Ja/Nein', en: 'Yes/No' },
  date: { de: 'Datum', en: 'Date' },
  select: { de: 'Auswahl', en: 'Choice' },
  url: { de: 'Internetadresse', en: 'Web address' },
  address: { de: 'Anschrift', en: 'Postal address' },
  language: { de: 'Sprache', en: 'Language' },
} satisfies Record<FieldType, Label>;

/** A data field of a person, for example a mobile number. */
export const personDataType = entity({
  name: 'PersonDataType',
  plural: 'personDataTypes',
  label: { de: 'Kontaktdaten', en: 'Contact data' },
  one: { de: 'Kontaktangabe', en: 'contact data field' },
  icon: 'phone',
  section: 'people',
  purpose: {
    de: 'Was zu einer Person notiert wird, und welche Kanäle es nutzen',
    en: 'Details stored about a person, and the channels that use them',
  },
  about: 'What can be noted about a person, e.g. a mobile number.',
  feature: 'manage_person_data_type',
  read: 'signedIn',
  order: [{ field: 'sortOrder' }],
  fields: {
    name: { ...name, translated: true },
    identifier,
    description: {
      kind: 'longText',
      label: { de: 'Beschreibung', en: 'Description' },
      hint: { de: 'Was hier eingetragen wird.', en: 'Explains this field.' },
      about: 'Explanation of the field.',
      translated: true,
    },
    fieldType: {
      kind: 'select',
      options: optionsFrom(fieldTypes),
      required: true,
      fixed: true,
      list: true,
      label: { de: 'Art des Feldes', en: 'Kind of field' },
      hint: {
        de: 'Bestimmt, was eingetragen werden darf und welche Kanäle es nutzen.',
        en: 'Defines the allowed values and the channels that use them.',
      },
      about: 'What may be entered, and which channel types it serves.',
    },
    options: {
      kind: 'json',
      shape: 'choices',
      label: { de: 'Auswahlmöglichkeiten', en: 'Choices' },
      hint: {
        de: 'Was zur Wahl steht, in dieser Reihenfolge. Ohne englische Bezeichnung gilt die deutsche.',
        en: 'The choices, in this order. If the English name is empty, the German one is used.',
      },
      about: 'The choices of a select, each with value and label.',
    },
    isDefaultField: {
      kind: 'toggle',
      default: false,
      list: true,
      label: { de: 'Auf der Kontaktkarte', en: 'On the contact card' },
      about: 'Whether a contact card shows it.',
    },
    isRequired: {
      kind: 'toggle',
      default: false,
      list: true,
      label: { de: 'Pflichtfeld', en: 'Required' },
      about: 'Whether every person must have it.',
    },
    isPrivate: {
      kind: 'toggle',
      default: false,
      list: true,
      label: { de: 'Privat', en: 'Private' },
      hint: {
        de: 'Nur wer Kontakte bearbeitet, sieht es.',
        en: 'Only contact managers can see it.',
      },
      about: 'Whether only contact managers can see it.',
    },
    sortOrder: {
      kind: 'number',
      default: 0,
      list: true,
      label: { de: 'Reihenfolge', en: 'Order' },
      hint: {
        de: 'Kleine Zahlen stehen vorn; Adressen werden in dieser Reihenfolge versucht.',
        en: 'Small numbers come first; addresses are tried in this order.',
      },
      about: 'Place among the others; addresses are tried so.',
    },
    isActive,
  },
});
