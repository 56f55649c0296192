import german from 'hyphen/de/index.js';
import type { Language } from '#shared/languages.ts';

// English files mostly contain German user text, which English patterns would break wrongly
const patterns: Partial<Record<Language, typeof german>> = { de: german };

const softHyphen = '\u00ad';
const [shortest, longest] = [6, 60]; // letters of a word to hyphenate

/** Returns the hyphenation parts of a plain word by TeX's patterns. */
export function partsOf(word: string, language: Language): string[] {
  const [, before = '', letters = '', after = ''] = /^(\P{L}*)(\p{L}+)(\P{L}*)$/u.exec(word) ?? [];
  const library = patterns[language];
  if (!library || letters.length < shortest || letters.length > longest || /\d/.test(before + after)) return [word];
  const parts = library.hyphenateSync(letters).split(softHyphen);
  return parts.map((part, at) => (at ? '' : before) + part + (at === parts.length - 1 ? after : ''));
}
