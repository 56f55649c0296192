import type { ByLanguage } from '#shared/label.ts';

/** The print width of an A4 page in points. */
export const printWidth = 595 - 2 * 50;

export const quiet = '#495057';

export const pageWords: ByLanguage<{ exercise: string; page: (at: number, all: number) => string }> = {
  de: { exercise: 'ÜBUNG – kein echtes Ereignis', page: (at, all) => `Seite ${at} von ${all}` },
  en: { exercise: 'EXERCISE – not a real event', page: (at, all) => `Page ${at} of ${all}` },
};

/** The frame of the content on every page. */
export interface PageFrame {
  language: string;
  organisation: string;
  /** A picture as a data URI. */
  logo: string | null;
  title: string;
  subtitle: string;
  /** Belongs to an event that is not LIVE. */
  exercise: boolean;
  /** A mark on every page, such as draft. */
  mark: string | null;
  created: Date;
}

/** Truncates a text to a number of characters. */
export const shortened = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text;
