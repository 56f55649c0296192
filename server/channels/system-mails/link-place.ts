import { placeholdersIn } from '#shared/placeholders.ts';
import { renderMail } from './render.ts';
import type { SystemMailText } from './text.ts';

/** An address that stands for the link while its place is checked. */
const sample = 'https://link.invalid/0123456789abcdef';

/**
 * Whether `{{ link }}` stands only as text of its own or as the whole `href` of a link, so that its token can't become part
 * of another address. Looks at the mail as it would be sent.
 */
export function linkStandsAlone(text: SystemMailText): boolean {
  if (!placeholdersIn(`${text.subject} ${text.content}`).includes('link')) return true;
  const mail = renderMail(text, 'de', { link: sample });
  return isAlone(mail.subject) && isAlone(mail.text) && isAloneInHtml(mail.html);
}

const after = /^[\s)<>„“”«"'.,;!?]/;
const longestRun = 20;

/** Whether nothing touches the link that could belong to an address. */
function isAlone(text: string): boolean {
  const pieces = text.split(sample);
  return pieces.every((piece, at) => {
    const isFirst = at === 0;
    const isLast = at === pieces.length - 1;
    if (piece === '') return isFirst || isLast;
    return (isLast || endsApart(piece)) && (isFirst || after.test(piece));
  });
}

/** Whether a text ends with a blank, after which at most some signs follow: with brackets or quotes no address goes on. */
function endsApart(text: string): boolean {
  const run = text.slice(-longestRun).split(/\s/).at(-1)!;
  return run.length < longestRun && !/[\p{L}\p{N}/]/u.test(run);
}

/** The same for the sanitized HTML, whose attributes are quoted and hold no angle brackets. */
function isAloneInHtml(html: string): boolean {
  let target: string | null = null;
  for (const part of html.split(/(<[^<>]*>)/)) {
    if (!part.startsWith('<')) {
      // the words of a link must not promise another place than it leads to
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
