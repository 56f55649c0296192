import { entity, isActive } from './entity.ts';

/** A prepared piece of text. */
export const snippet = entity({
  name: 'Snippet',
  plural: 'snippets',
  about: 'A prepared piece of text with placeholders.',
  feature: 'manage_snippet',
  read: 'signedIn',
  order: [{ field: 'name', text: true }],
  fields: {
    name: { kind: 'text', required: true, list: true, search: true, about: 'Name to choose it by.' },
    snippetType: {
      kind: 'reference',
      to: 'SnippetType',
      list: true,
      filter: 'exact',
      about: 'What kind of snippet it is.',
    },
    content: { kind: 'richText', required: true, search: true, about: 'The source as its author wrote it.' },
    readOnly: {
      kind: 'toggle',
      default: false,
      list: true,
      about: 'Whether the inserted text cannot be edited in the report.',
    },
    isActive,
  },
});
