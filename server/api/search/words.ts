import { fold } from '#shared/fold.ts';

/** A word in folded spellings, the typed one first. */
export type Word = readonly [string, ...string[]];

const most = 10;

/** Returns the words of a search. A phone number becomes its digits common to E.164 and national notation. */
export function searchWords(term: string): Word[] {
  const digits = phoneDigits(term.trim());
  if (digits) return [[digits]];
  const words = fold(term).split(/\s+/).filter(Boolean);
  return [...new Set(words)].slice(0, most).map((word): Word => [word]);
}

function phoneDigits(text: string): string | null {
  if (!/^(\+|00?)[\d\s()/.-]{3,}$/.test(text)) return null;
  const digits = text.replace('(0)', '').replace(/\D/g, '');
  const significant = digits.replace(/^0+/, '');
  return significant.length >= 3 ? significant : null;
}
