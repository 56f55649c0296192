import { entity, icon, isActive, typeFields } from './entity.ts';

/** A kind of mailing list. */
export const listType = entity({
  name: 'ListType',
  plural: 'listTypes',
  label: { de: 'Verteilerarten', en: 'Mailing list types' },
  one: { de: 'Verteilerart', en: 'mailing list type' },
  icon: 'list',
  section: 'people',
  purpose: { de: 'Ordnet die Verteiler', en: 'Sorts the mailing lists' },
  about: 'A kind of mailing list.',
  feature: 'manage_list_type',
  read: 'signedIn',
  order: [{ field: 'name', text: true }],
  fields: { ...typeFields, icon, isActive },
});
