import { entity, isActive } from './entity.ts';

/** A place. */
export const location = entity({
  name: 'Location',
  plural: 'locations',
  about: 'A place where events happen or people meet.',
  feature: 'manage_location',
  read: 'signedIn',
  order: [{ field: 'name', text: true }],
  fields: {
    name: { kind: 'text', required: true, list: true, search: true, about: 'Name shown to people.' },
    description: { kind: 'longText', search: true, about: 'How to find it, where to enter.' },
    address: { kind: 'text', list: true, search: true, about: 'Postal address.' },
    coordinates: { kind: 'coordinates', list: true, about: 'Latitude and longitude, "lat,lon", WGS 84.' },
    icon: { kind: 'image', about: 'Its picture on a map.' },
    isActive,
  },
});
