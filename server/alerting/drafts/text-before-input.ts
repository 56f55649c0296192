import { builder } from '#server/api/graphql/builder.ts';

/** TextBeforeInput in the API. */
export const TextBeforeInput = builder.inputType('TextBeforeInput', {
  description: 'A text before a change, for detecting conflicts.',
  fields: (t) => ({
    title: t.string({ required: true, description: 'The title that the API returned.' }),
    content: t.string({ required: true, description: 'The content that the API returned.' }),
  }),
});

/** The description of its field in inputs. */
export const textBefore =
  'The text before the change to title and content. Lines about later changes to the event are merged in. Any other ' +
  'change stored since is refused with error_changed_meanwhile. If absent, title and content replace the stored text.';
