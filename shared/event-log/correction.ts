import { type ByLanguage, textIn } from '#shared/label.ts';

/** How an entry belongs to others. */
export interface Correction {
  /** The moment, as the reader writes it, of the entry that it corrects. */
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

/** What an entry says, where the entries it corrects or that correct it are not beside it. */
export function withCorrection(text: string, { corrects, isCorrected }: Correction, language: string): string {
  const said = textIn(words, language);
  const named = corrects === null ? text : said.corrects(corrects, text);
  return isCorrected ? said.corrected(named) : named;
}

/** What an entry says that corrects another, where that one is not shown. */
export const asCorrection = (text: string, language: string): string => textIn(words, language).correction(text);
