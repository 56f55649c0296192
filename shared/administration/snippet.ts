import { entity, isActive, name } from './entity.ts';

/** A text block. */
export const snippet = entity({
  name: 'Snippet',
  plural: 'snippets',
  label: { de: 'Textbausteine', en: 'Snippets' },
  one: { de: 'Textbaustein', en: 'snippet' },
  icon: 'snippet',
  section: 'events',
  purpose: { de: 'Vorbereitete Texte mit Platzhaltern', en: 'Prepared texts with placeholders' },
  about: 'A prepared piece of text with placeholders.',
  feature: 'manage_snippet',
  read: 'signedIn',
  order: [{ field: 'name', text: true }],
  fields: {
    name: { ...name, about: 'Name to choose it by.', translated: true },
    snippetType: {
      kind: 'reference',
      to: 'SnippetType',
      list: true,
      filter: 'exact',
      label: { de: 'Art', en: 'Type' },
      about: 'What kind of snippet it is.',
    },
    content: {
      kind: 'richText',
      required: true,
      search: true,
      label: { de: 'Text', en: 'Text' },
      about: 'The source as its author wrote it.',
      translated: true,
    },
    readOnly: {
      kind: 'toggle',
      default: false,
      list: true,
      label: { de: 'Nicht änderbar', en: 'Cannot be changed' },
      hint: {
        de: 'Der eingefügte Text lässt sich in der Meldung nur als Ganzes entfernen. Dieselben Wörter kann danach jeder selbst schreiben: Das Schloss steht nur am festen Text.',
        en: 'In the report, the inserted text can only be removed as a whole. Anyone can then type the same words; only the fixed text shows the lock.',
      },
      about: 'Whether the inserted text cannot be edited in the report.',
    },
    isActive,
  },
});
