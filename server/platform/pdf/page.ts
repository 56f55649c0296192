import type { ByLanguage } from '#shared/label.ts';

/** Width of what is printed on a page of A4, in points. */
export const printWidth = 595 - 2 * 50;

/** The colour of what is said beside something else. */
export const quiet = '#495057';

/** What stands on pages besides their content. */
export const pageWords: ByLanguage<{ exercise: string; page: (at: number, all: number) => string }> = {
  de: { exercise: 'ÜBUNG – kein echtes Ereignis', page: (at, all) => `Seite ${at} von ${all}` },
  en: { exercise: 'EXERCISE – not a real event', page: (at, all) => `Page ${at} of ${all}` },
};

/** What stands around the content on every page. */
export interface PageFrame {
  language: string;
  organisation: string;
  /** A picture as a data URI. */
  logo: string | null;
  title: string;
  subtitle: string;
  /** Belongs to an event that is not LIVE. */
  exercise: boolean;
  /** What every page must be recognised by, e.g. that it is a draft. */
  mark: string | null;
  created: Date;
}

/** A text of at most so many characters. */
export const shortened = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text;
