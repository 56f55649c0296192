interface Spoken {
  /** What its speakers call it. */
  name: string;
  /** How dates, numbers and money are written. */
  locale: string;
  isRightToLeft: boolean;
}

/** The languages the product speaks, by their codes (ISO 639-1): the one list of them. */
export const languages = {
  de: { name: 'Deutsch', locale: 'de-DE', isRightToLeft: false },
  en: { name: 'English', locale: 'en-GB', isRightToLeft: false },
} as const satisfies Record<string, Spoken>;

/** The code of a language of the product. */
export type Language = keyof typeof languages;

/** What is said where nothing else is wanted, and what stands in for a text that is missing. */
export const defaultLanguage: Language = 'de';

/** The codes of all languages, in the order they are offered. */
export const languageCodes = Object.keys(languages) as readonly Language[];

/** What is made for each language. */
export const byLanguage = <T>(make: (language: Language) => T): Readonly<Record<Language, T>> =>
  Object.fromEntries(languageCodes.map((code) => [code, make(code)])) as Record<Language, T>;

/** What each language is called in each language: `languageNames().en.de` is "Englisch". */
export const languageNames = () =>
  byLanguage((code) => byLanguage((reader) => new Intl.DisplayNames([reader], { type: 'language' }).of(code) ?? code));

// to make them takes a telephone longer than all else in the first file of a visit, which knows codes alone
let byName: ReadonlyMap<string, Language> | undefined;

const named = (): ReadonlyMap<string, Language> => {
  const names = languageNames();
  return new Map(
    languageCodes.flatMap((code) =>
      [languages[code].name, ...Object.values(names[code])].map((word) => [word.toLowerCase(), code] as const),
    ),
  );
};

/** The language that a text names, by a code ("en", "en-GB") or a name ("Englisch"); null when the product has it not. */
export function knownLanguage(text: string | null | undefined): Language | null {
  const word = /^\s*(\p{L}+)/u.exec(text ?? '')?.[1]?.toLowerCase();
  if (!word) return null;
  if (Object.hasOwn(languages, word)) return word as Language;
  byName ??= named();
  return byName.get(word) ?? null;
}

/** The language that a text names, else the default. */
export const languageOf = (text: string | null | undefined): Language => knownLanguage(text) ?? defaultLanguage;

/** The first language of an Accept-Language header that the product has, by weight; null when there is none. */
export function acceptedLanguage(header: string | undefined): Language | null {
  const weighed = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const weight = Number(/^\s*q=([\d.]+)$/i.exec(parameters[0] ?? '')?.[1] ?? 1);
      return { language: knownLanguage(tag), weight };
    })
    .filter(({ language, weight }) => language !== null && weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return weighed[0]?.language ?? null;
}

/** The language of a visitor: the one asked for in the address, else the browser's first of ours, else the default. */
export const visitorsLanguage = (wanted: unknown, header: string | undefined): Language =>
  (typeof wanted === 'string' ? knownLanguage(wanted) : null) ?? acceptedLanguage(header) ?? defaultLanguage;

/** How dates, numbers and money are written in a language, for `Intl`. */
export const localeOf = (language: string | null | undefined): string => languages[languageOf(language)].locale;

/** The direction a language is written in, for the attribute `dir`. */
export const directionOf = (language: string): 'ltr' | 'rtl' =>
  languages[languageOf(language)].isRightToLeft ? 'rtl' : 'ltr';

/** The attributes of a page in a language: `lang`, and `dir` where it is not the usual one. */
export const languageAttributes = (language: string): string =>
  `lang="${languageOf(language)}"${directionOf(language) === 'rtl' ? ' dir="rtl"' : ''}`;
