import { entity, isActive, typeFields } from './entity.ts';

/** A kind of snippet. */
export const snippetType = entity({
  name: 'SnippetType',
  plural: 'snippetTypes',
  about: 'A kind of snippet.',
  feature: 'manage_snippet_type',
  read: 'signedIn',
  order: [{ field: 'name', text: true }],
  fields: { ...typeFields, icon: { kind: 'image', list: true, about: 'Its picture.' }, isActive },
});
