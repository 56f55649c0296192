import { Refusal } from '#server/errors.ts';
import { builder } from '#server/graphql/builder.ts';
import { type Text, withSaidSince } from '#shared/said-lines.ts';

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

/**
 * The text to store when title or content are changed from `before`, null being what stays: with the lines for what was
 * said since. The same text once more stores nothing anew.
 * @throws Refusal error_changed_meanwhile when anything else was stored since.
 */
export function textToStore(
  given: { title: string | null; content: string | null },
  before: Text | null | undefined,
  stored: Text,
): Text {
  const text = { title: given.title ?? stored.title, content: given.content ?? stored.content };
  if (!before) return text;
  const merged = withSaidSince(text, before, stored) ?? withSaidSince(text, text, stored);
  if (!merged) throw new Refusal('error_changed_meanwhile');
  return merged;
}
