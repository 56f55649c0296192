import { limits } from '#shared/limits.ts';
import { plainText } from '#shared/rich-text.ts';
import type { FieldKind } from './kind.ts';
import { longText } from './long-text.ts';

export interface RichTextShape {
  kind: 'richText';
}

/** HTML or plain text with visible content. */
export const richText: FieldKind<RichTextShape, string> = {
  value: 'text',
  check(given) {
    const checked = longText.check(given, { kind: 'longText', maximum: limits.contentMaximum });
    return 'value' in checked && checked.value !== null && !plainText(checked.value) ? { value: null } : checked;
  },
  words: (value) => plainText(value),
};
