import { Refusal } from '#server/platform/errors.ts';
import { type Text, withSaidSince } from '#shared/said-lines.ts';

/**
 * Returns the text to store for a change from `before` (null: unchanged), with later lines. Idempotent. @throws Refusal
 * error_changed_meanwhile if changed since.
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
