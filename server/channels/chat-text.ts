import { mapLinks } from '#shared/web-links.ts';

/** Escapes Markdown in a text, except addresses. */
export const withoutMarkdown = (text: string): string =>
  mapLinks(
    text,
    (uri) => uri,
    (words) => words.replace(/[\\`*_~|[\]]|&(?=#?\w{1,31};)/g, '\\$&'),
  )
    // an indented line is code
    .replace(/^(?: {4}|\t)[ \t]{0,200}/gm, '   ')
    .replace(/^([ \t]*)(#{1,6}|[-+]|>|-{2,}|={2,})(?=[ \t]|$)/gm, '$1\\$2')
    .replace(/^([ \t]*)>/gm, '$1\\>')
    .replace(/^([ \t]*\d{1,9})([.)])(?=[ \t]|$)/gm, '$1\\$2');

export const withoutMentions = (text: string): string =>
  text.replace(/@(?=(?:all|channel|here|everyone)(?![\p{L}\p{N}]))/giu, '@\u200b');
