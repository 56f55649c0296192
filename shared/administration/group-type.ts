import { entity, icon, isActive, typeFields } from './entity.ts';

/** A kind of group. */
export const groupType = entity({
  name: 'GroupType',
  plural: 'groupTypes',
  label: { de: 'Gruppenarten', en: 'Group types' },
  one: { de: 'Gruppenart', en: 'group type' },
  icon: 'group',
  section: 'people',
  purpose: { de: 'Ordnet die Gruppen', en: 'Sorts the groups' },
  about: 'A kind of group.',
  feature: 'manage_group_type',
  read: 'signedIn',
  order: [{ field: 'name', text: true }],
  fields: { ...typeFields, icon, isActive },
});
