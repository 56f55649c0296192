import { entity, identifier, isActive } from './entity.ts';

/** What can be noted about a person, e.g. a mobile number. */
export const personDataType = entity({
  name: 'PersonDataType',
  plural: 'personDataTypes',
  about: 'What can be noted about a person, e.g. a mobile number.',
  feature: 'manage_person_data_type',
  read: 'signedIn',
  order: [{ field: 'sortOrder' }],
  fields: {
    name: { kind: 'text', required: true, list: true, search: true, about: 'Name shown to people.' },
    nameEn: { kind: 'text', search: true, about: 'The same in English; the name when empty.' },
    identifier,
    description: { kind: 'longText', about: 'What belongs here.' },
    fieldType: {
      kind: 'select',
      options: [
        ...['text', 'textarea', 'email', 'phone_mobile', 'phone', 'fax', 'number', 'boolean', 'date', 'select'],
        ...['url', 'address', 'language'],
      ],
      required: true,
      fixed: true,
      list: true,
      about: 'What may be entered, and which channel types it serves.',
    },
    options: { kind: 'json', shape: 'choices', about: 'The choices of a select, each with value and label.' },
    isDefaultField: { kind: 'toggle', default: false, list: true, about: 'Whether a contact card shows it.' },
    isRequired: { kind: 'toggle', default: false, list: true, about: 'Whether every person must have it.' },
    isPrivate: { kind: 'toggle', default: false, list: true, about: 'Whether only those who edit contacts see it.' },
    sortOrder: { kind: 'number', default: 0, list: true, about: 'Place among the others; addresses are tried so.' },
    isActive,
  },
});
