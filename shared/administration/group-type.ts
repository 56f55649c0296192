import { entity, isActive, typeFields } from './entity.ts';

/** A kind of group. */
export const groupType = entity({
  name: 'GroupType',
  plural: 'groupTypes',
  about: 'A kind of group.',
  feature: 'manage_group_type',
  read: 'signedIn',
  order: [{ field: 'name', text: true }],
  fields: { ...typeFields, icon: { kind: 'image', list: true, about: 'Its picture.' }, isActive },
});
