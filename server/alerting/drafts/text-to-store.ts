import { Refusal } from '#server/platform/errors.ts';
import { type Text, withSaidSince } from '#shared/said-lines.ts';

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
