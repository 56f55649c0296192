import { directionOf, type Language, languageOf } from '#shared/languages.ts';

/** Under which key the language stands in local storage: the one thing there that outlives signing out. */
export const STORED_LANGUAGE = 'i18nextLng';

/** The language that was last chosen in this browser, else the default. */
export const chosenLanguage = (): Language => languageOf(localStorage.getItem(STORED_LANGUAGE));

/** Keeps the choice in this browser, and says of the page in which language it is. */
export function chooseLanguage(language: string): void {
  localStorage.setItem(STORED_LANGUAGE, language);
  nameLanguage(language);
}

/** Says of the page in which language it is. */
export function nameLanguage(language: string): void {
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}
