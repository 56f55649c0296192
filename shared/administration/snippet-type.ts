import { entity, icon, isActive, typeFields } from './entity.ts';

/** A kind of snippet. */
export const snippetType = entity({
  name: 'SnippetType',
  plural: 'snippetTypes',
  label: { de: 'Arten von Textbausteinen', en: 'Snippet types' },
  one: { de: 'Art von Textbaustein', en: 'snippet type' },
  icon: 'copy',
  section: 'events',
  purpose: { de: 'Ordnet die Textbausteine', en: 'Sorts the snippets' },
  about: 'A kind of snippet.',
  feature: 'manage_snippet_type',
  read: 'signedIn',
  order: [{ field: 'name', text: true }],
  fields: { ...typeFields, icon, isActive },
});
