import type { FieldKind, Option } from './kind.ts';
import { optionNamed, optionWords } from './select.ts';

export interface SelectManyShape {
  kind: 'selectMany';
  options: readonly Option[];
}

/** Options in defined order; comma-separated as text. */
export const selectMany: FieldKind<SelectManyShape, string[]> = {
  value: 'texts',
  check(given, { options }) {
    const parts = typeof given === 'string' ? given.split(',') : (given ?? []);
    const isList = Array.isArray(parts) && parts.every((part) => typeof part === 'string');
    if (!isList) return { fault: 'error_invalid_input' };
    const chosen = parts.map((part) => part.trim()).filter(Boolean);
    const named = chosen.map((text) => optionNamed(options, text));
    if (named.includes(null)) return { fault: 'error_unknown_choice' };
    return { value: options.map(({ value }) => value).filter((value) => named.includes(value)) };
  },
  text: (value) => value.join(','),
  words: (value, { options }, { language }) => value.map((one) => optionWords(options, one, language)).join(', '),
  options: ({ options }) => options,
};
