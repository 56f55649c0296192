import { builder } from '#server/api/graphql/builder.ts';

/** TextBeforeInput of the API. */
export const TextBeforeInput = builder.inputType('TextBeforeInput', {
  description: 'A text as it was read before it was changed.',
  fields: (t) => ({
    title: t.string({ required: true, description: 'Its title, as the API answered it.' }),
    content: t.string({ required: true, description: 'Its content, as the API answered it.' }),
  }),
});

/** What its field says in the inputs that have it. */
export const textBefore =
  'The text that title and content were changed from: lines for what was said about the event since come in; anything ' +
  'else that was stored since refuses with error_changed_meanwhile. When absent, they hold whatever is stored.';
