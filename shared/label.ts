import { defaultLanguage, type Language, languageCodes, languageOf } from './languages.ts';

/** Something in every language of the product; the compiler names each place that lacks one. */
export type ByLanguage<T> = Readonly<Record<Language, T>>;

/** A text in every language of the product. */
export type Label = ByLanguage<string>;

/** What is meant for a reader of a language; the default language's for a reader of none of ours. */
export const textIn = <T>(texts: ByLanguage<T>, language: string | null | undefined): T => texts[languageOf(language)];

/** A text that somebody wrote, in the languages it has. */
export type Written = Readonly<Partial<Record<Language, string | null | undefined>>>;

/** What was written for a reader of a language; the default language's text when there is none in theirs. */
export const writtenIn = (texts: Written, language: string | null | undefined): string =>
  texts[languageOf(language)]?.trim() || (texts[defaultLanguage] ?? '');

/** A label that is made when it is read, where there are many and making one takes long. */
export function labelFrom(nameIn: (language: Language) => string): Label {
  const names = languageCodes.map((code) => [code, { get: () => nameIn(code), enumerable: true }] as const);
  return Object.defineProperties({}, Object.fromEntries(names)) as Label;
}
