import { type ByLanguage, textIn } from '#shared/label.ts';

/** The correction links of an entry. */
export interface Correction {
  /** Time of the entry that this one corrects. */
  corrects: string | null;
  isCorrected: boolean;
}

interface Words {
  correction: (text: string) => string;
  corrects: (moment: string, text: string) => string;
  corrected: (text: string) => string;
}

const words: ByLanguage<Words> = {
  de: {
    correction: (text) => `Korrektur: ${text}`,
    corrects: (moment, text) => `Korrektur zu ${moment}: ${text}`,
    corrected: (text) => `(Später korrigiert) ${text}`,
  },
  en: {
    correction: (text) => `Correction: ${text}`,
    corrects: (moment, text) => `Correction of ${moment}: ${text}`,
    corrected: (text) => `(Corrected later) ${text}`,
  },
};

/** Adds the correction state to an entry's text. */
export function withCorrection(text: string, { corrects, isCorrected }: Correction, language: string): string {
  const said = textIn(words, language);
  const named = corrects === null ? text : said.corrects(corrects, text);
  return isCorrected ? said.corrected(named) : named;
}

/** Marks a text as a correction. */
export const asCorrection = (text: string, language: string): string => textIn(words, language).correction(text);
