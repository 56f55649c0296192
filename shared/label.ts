import { defaultLanguage, type Language, languageCodes, languageOf } from './languages.ts';

/** A value in every product language. */
export type ByLanguage<T> = Readonly<Record<Language, T>>;

export type Label = ByLanguage<string>;

/** Returns the value for a language, or the default language's. */
export const textIn = <T>(texts: ByLanguage<T>, language: string | null | undefined): T => texts[languageOf(language)];

export type Written = Readonly<Partial<Record<Language, string | null | undefined>>>;

/** Returns the text for a language, or the default language's. */
export const writtenIn = (texts: Written, language: string | null | undefined): string =>
  texts[languageOf(language)]?.trim() || (texts[defaultLanguage] ?? '');

/** Returns a label that is computed on first read, because many are costly. */
export function labelFrom(nameIn: (language: Language) => string): Label {
  const names = languageCodes.map((code) => [code, { get: () => nameIn(code), enumerable: true }] as const);
  return Object.defineProperties({}, Object.fromEntries(names)) as Label;
}
