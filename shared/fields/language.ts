import { labelFrom } from '#shared/label.ts';
import { limits } from '#shared/limits.ts';
import type { FieldKind } from './kind.ts';
import { found, readText } from './read-text.ts';

/** A language. */
export interface LanguageShape {
  kind: 'language';
}

const offered = ['de', 'en', 'ar', 'es', 'fa', 'fr', 'it', 'nl', 'pl', 'pt', 'ro', 'ru', 'sr', 'tr', 'uk', 'vi'];

/** A language by any valid code, such as de-AT; the options are the common ones. */
export const language: FieldKind<LanguageShape, string> = {
  value: 'text',
  check: (given) => readText(given, limits.lineMaximum, (text) => found(code(text), 'error_invalid_language')),
  words: (value, _shape, reader) => nameOf(value, reader.language),
  options: () => offered.map((value) => ({ value, label: labelFrom((shownIn) => nameOf(value, shownIn)) })),
};

function code(text: string): string | null {
  if (!/^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i.test(text)) return null;
  try {
    return Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0] ?? null;
  } catch {
    return null;
  }
}

function nameOf(value: string, shownIn: string): string {
  const known = code(value);
  return (known && new Intl.DisplayNames(shownIn, { type: 'language' }).of(known)) ?? value;
}
