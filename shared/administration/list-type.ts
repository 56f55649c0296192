import { entity, isActive, typeFields } from './entity.ts';

/** A kind of mailing list. */
export const listType = entity({
  name: 'ListType',
  plural: 'listTypes',
  about: 'A kind of mailing list.',
  feature: 'manage_list_type',
  read: 'signedIn',
  order: [{ field: 'name', text: true }],
  fields: { ...typeFields, icon: { kind: 'image', list: true, about: 'Its picture.' }, isActive },
});
