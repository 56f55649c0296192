import { description, entity, icon, isActive, name } from './entity.ts';

/** A location. */
export const location = entity({
  name: 'Location',
  plural: 'locations',
  label: { de: 'Orte', en: 'Locations' },
  one: { de: 'Ort', en: 'location' },
  icon: 'location',
  section: 'events',
  purpose: { de: 'Wo etwas geschieht und wo man sich trifft', en: 'Where something happens and where people meet' },
  about: 'A place where events happen or people meet.',
  feature: 'manage_location',
  read: 'signedIn',
  order: [{ field: 'name', text: true }],
  fields: {
    name,
    description: {
      ...description,
      hint: { de: 'Wie man hinfindet und wo der Eingang ist.', en: 'How to find it, where to enter.' },
      about: 'How to find it, where to enter.',
    },
    address: {
      kind: 'text',
      list: true,
      search: true,
      label: { de: 'Adresse', en: 'Address' },
      about: 'Postal address.',
    },
    coordinates: {
      kind: 'coordinates',
      list: true,
      label: { de: 'Koordinaten', en: 'Coordinates' },
      hint: {
        de: 'Breite und Länge in Grad, zum Beispiel 52.52,13.405.',
        en: 'Latitude and longitude in degrees, e.g. 52.52,13.405.',
      },
      about: 'Latitude and longitude, "lat,lon", WGS 84.',
    },
    icon: { ...icon, about: 'Its picture.' },
    isActive,
  },
});
