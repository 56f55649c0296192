interface Spoken {
  /** Native name. */
  name: string;
  /** Locale for dates, numbers, and money. */
  locale: string;
  isRightToLeft: boolean;
}

/** The product languages by code (ISO 639-1). */
export const languages = {
  de: { name: 'Deutsch', locale: 'de-DE', isRightToLeft: false },
  en: { name: 'English', locale: 'en-GB', isRightToLeft: false },
} as const satisfies Record<string, Spoken>;

export type Language = keyof typeof languages;

/** The default language, and the fallback for missing texts. */
export const defaultLanguage: Language = 'de';

export const languageCodes = Object.keys(languages) as readonly Language[];

/** Creates a value for each language. */
export const byLanguage = <T>(make: (language: Language) => T): Readonly<Record<Language, T>> =>
  Object.fromEntries(languageCodes.map((code) => [code, make(code)])) as Record<Language, T>;

/** Returns all names in all languages: `languageNames().en.de` is "Englisch". */
export const languageNames = () =>
  byLanguage((code) => byLanguage((reader) => new Intl.DisplayNames([reader], { type: 'language' }).of(code) ?? code));

// computed on demand, because this is slow on phones
let byName: ReadonlyMap<string, Language> | undefined;

const named = (): ReadonlyMap<string, Language> => {
  const names = languageNames();
  return new Map(
    languageCodes.flatMap((code) =>
      [languages[code].name, ...Object.values(names[code])].map((word) => [word.toLowerCase(), code] as const),
    ),
  );
};

/** Returns the language for a code ("en", "en-GB") or a name ("Englisch"); null if unsupported. */
export function knownLanguage(text: string | null | undefined): Language | null {
  const word = /^\s*(\p{L}+)/u.exec(text ?? '')?.[1]?.toLowerCase();
  if (!word) return null;
  if (Object.hasOwn(languages, word)) return word as Language;
  byName ??= named();
  return byName.get(word) ?? null;
}

/** Returns the language for a code or name, or the default language. */
export const languageOf = (text: string | null | undefined): Language => knownLanguage(text) ?? defaultLanguage;

/** Returns the best supported language of an Accept-Language header; null without one. */
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

/** Returns the requested language, else the browser's, else the default. */
export const visitorsLanguage = (wanted: unknown, header: string | undefined): Language =>
  (typeof wanted === 'string' ? knownLanguage(wanted) : null) ?? acceptedLanguage(header) ?? defaultLanguage;

export const localeOf = (language: string | null | undefined): string => languages[languageOf(language)].locale;

/** Returns the writing direction of a language, for the attribute `dir`. */
export const directionOf = (language: string): 'ltr' | 'rtl' =>
  languages[languageOf(language)].isRightToLeft ? 'rtl' : 'ltr';

/** Returns `lang`, and `dir` for right-to-left languages. */
export const languageAttributes = (language: string): string =>
  `lang="${languageOf(language)}"${directionOf(language) === 'rtl' ? ' dir="rtl"' : ''}`;
