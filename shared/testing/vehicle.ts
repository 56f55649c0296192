import { entity, isActive, typeFields } from '#shared/administration/entity.ts';
import { optionsFrom } from '#shared/fields/select.ts';

/** A minimal new entity, without its table. */
export const vehicle = entity({
  name: 'Vehicle',
  plural: 'vehicles',
  label: { de: 'Fahrzeuge', en: 'Vehicles' },
  one: { de: 'Fahrzeug', en: 'vehicle' },
  icon: 'send',
  section: 'people',
  purpose: { de: 'Was im Haus fährt', en: 'What the house drives' },
  about: 'A vehicle that can be sent.',
  feature: 'manage_location',
  read: 'signedIn',
  order: [{ field: 'name', text: true }],
  fields: {
    ...typeFields,
    seats: { kind: 'number', default: 4, list: true, label: { de: 'Sitze', en: 'Seats' }, about: 'How many fit in.' },
    contact: { kind: 'email', search: true, label: { de: 'Schlüssel', en: 'Keys' }, about: 'Who has the key.' },
    phone: { kind: 'phone', label: { de: 'Telefon', en: 'Telephone' }, about: 'The telephone in it.' },
    uses: {
      kind: 'selectMany',
      options: optionsFrom({ people: { de: 'Personen', en: 'People' }, goods: { de: 'Material', en: 'Goods' } }),
      label: { de: 'Einsatz', en: 'Use' },
      about: 'What it carries.',
    },
    place: {
      kind: 'reference',
      to: 'Location',
      filter: 'exact',
      label: { de: 'Standort', en: 'Place' },
      about: 'Where it stands.',
    },
    inspectedAt: {
      kind: 'dateTime',
      list: true,
      label: { de: 'Geprüft am', en: 'Inspected at' },
      about: 'When it was inspected last.',
    },
    isActive,
  },
});
