import { type Language, languageCodes, languages } from '#shared/languages.ts';

export const otherLanguages = (language: Language): string =>
  languageCodes
    .filter((other) => other !== language)
    .map((other) => `<a href="?lang=${other}" lang="${other}" hreflang="${other}">${languages[other].name}</a>`)
    .join(' ');
