import { placeholdersIn } from '#shared/placeholders.ts';
import { renderMail } from './render.ts';
import type { SystemMailText } from './text.ts';

/** Replaces the link during the check. */
const sample = 'https://link.invalid/0123456789abcdef';

/**
 * Returns whether `{{ link }}` only appears as separate text or as a whole `href`, so that no other address gets its
 * token.
 */
export function linkStandsAlone(text: SystemMailText): boolean {
  if (!placeholdersIn(`${text.subject} ${text.content}`).includes('link')) return true;
  const mail = renderMail(text, 'de', { link: sample });
  return isAlone(mail.subject) && isAlone(mail.text) && isAloneInHtml(mail.html);
}

const after = /^[\s)<>„“”«"'.,;!?]/;
const longestRun = 20;

/** Returns whether nothing touches the link. */
function isAlone(text: string): boolean {
  const pieces = text.split(sample);
  return pieces.every((piece, at) => {
    const isFirst = at === 0;
    const isLast = at === pieces.length - 1;
    if (piece === '') return isFirst || isLast;
    return (isLast || endsApart(piece)) && (isFirst || after.test(piece));
  });
}

/** Returns whether a text ends with a blank and punctuation that can't continue an address. */
function endsApart(text: string): boolean {
  const run = text.slice(-longestRun).split(/\s/).at(-1)!;
  return run.length < longestRun && !/[\p{L}\p{N}/]/u.test(run);
}

/** The same for sanitized HTML. */
function isAloneInHtml(html: string): boolean {
  let target: string | null = null;
  for (const part of html.split(/(<[^<>]*>)/)) {
    if (!part.startsWith('<')) {
      // a link's words must not promise another target
      if (part.includes(sample) && target !== null && target !== sample) return false;
      continue;
    }
    const isLink = /^<a[\s>]/i.test(part);
    if (isLink) target = /\shref="([^"]*)"/i.exec(part)?.[1] ?? '';
    else if (/^<\/a/i.test(part)) target = null;
    if (part.replace(`href="${sample}"`, '').includes(sample)) return false;
  }
  return true;
}
