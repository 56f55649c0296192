import { fold } from '#shared/fold.ts';

/** The meaning of words near a number or an address; null if unspecified. */
export interface WordMeaning {
  device: 'mobile' | 'fax' | 'pager' | 'deputy' | null;
  isPrivate: boolean | null;
}

const devices: readonly (readonly [NonNullable<WordMeaning['device']>, RegExp])[] = [
  ['fax', /fax/],
  ['pager', /pager|pieps|melder|beeper|\bdme\b/],
  ['deputy', /vertret|deputy|assist|sekretar/],
  ['mobile', /mobil|handy|\bcell|smartphone|iphone|\bsms\b|natel/],
];
const isPrivate = /privat|\bhome|\bpersonal\b|zuhause|zu hause|daheim/;
const isBusiness = /dienst|geschaft|arbeit|\bwork|business|buro|office|firma|company|beruf/;

/** Parses a label ("Mobile", "* Work"), words before a number, or a header. */
export function meaningOf(words: string): WordMeaning {
  const text = fold(words);
  return {
    device: devices.find(([, pattern]) => pattern.test(text))?.[0] ?? null,
    isPrivate: isPrivate.test(text) ? true : isBusiness.test(text) ? false : null,
  };
}

/** Merges two kinds; the first takes precedence. */
export const kindFrom = (first: WordMeaning, second: WordMeaning): WordMeaning => ({
  device: first.device ?? second.device,
  isPrivate: first.isPrivate ?? second.isPrivate,
});
