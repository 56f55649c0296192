import { directionOf, type Language, languageOf } from '#shared/languages.ts';

/** The only entry in local storage that outlives signing out. */
export const STORED_LANGUAGE = 'i18nextLng';

/** Returns the language last chosen in this browser, or the default. */
export const chosenLanguage = (): Language => languageOf(localStorage.getItem(STORED_LANGUAGE));

/** Stores the choice in this browser and sets the language of the page. */
export function chooseLanguage(language: string): void {
  localStorage.setItem(STORED_LANGUAGE, language);
  nameLanguage(language);
}

export function nameLanguage(language: string): void {
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}
