import german from 'hyphen/de/index.js';
import type { Language } from '#shared/languages.ts';

// an English file mostly holds what was written in German, which English patterns would part wrongly
const patterns: Partial<Record<Language, typeof german>> = { de: german };

const softHyphen = '\u00ad';
const [shortest, longest] = [6, 60]; // letters of a word that is parted at all

/**
 * The parts of a word between which the language of a file allows it to be parted, by the patterns of TeX. What is no plain word
 * stays whole.
 */
export function partsOf(word: string, language: Language): string[] {
  const [, before = '', letters = '', after = ''] = /^(\P{L}*)(\p{L}+)(\P{L}*)$/u.exec(word) ?? [];
  const library = patterns[language];
  if (!library || letters.length < shortest || letters.length > longest || /\d/.test(before + after)) return [word];
  const parts = library.hyphenateSync(letters).split(softHyphen);
  return parts.map((part, at) => (at ? '' : before) + part + (at === parts.length - 1 ? after : ''));
}
