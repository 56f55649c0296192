import sanitizeHtml from 'sanitize-html';
import { plainText } from '#shared/rich-text.ts';

const longest = 20_000;

/**
 * What somebody wrote in a reply: without the mail it answers, signature and salutation. Who left nothing but the line of an
 * option of what they quoted, chose it.
 */
export function writtenText(text: string): string {
  const lines = text.slice(0, longest).replace(/\r\n?/g, '\n').replaceAll('\u00a0', ' ').split('\n');
  const own: string[] = [];
  const quoted: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const intro = introLength(lines, at);
    if (/^\s*>/.test(line)) quoted.push(line.replace(/^[\s>]+/, ''));
    else if (intro > 0) {
      // what is marked as quoted may have answers between its lines; what is not goes on to the end
      if (!/^\s*>/.test(lines.slice(at + intro).find((next) => next.trim() !== '') ?? '')) break;
      at += intro - 1;
    } else if (endsHere(lines, at)) break;
    else if (!/^\s*$/.test(line) || own.length) own.push(line.trimEnd());
  }
  const said = withoutSalutation(own.filter((line) => !sentFrom.test(line)))
    .join('\n')
    .trim();
  const left = quoted.filter(Boolean);
  return said === '' && left.length === 1 ? left[0]! : said;
}

/** A mail of nothing but HTML as text, without what it quotes. */
export function textOfHtml(html: string): string {
  const plain = sanitizeHtml(html, {
    allowedTags: ['p', 'div', 'br', 'li', 'ul', 'ol', 'h1', 'h2', 'h3', 'h4', 'hr', 'blockquote'],
    allowedAttributes: {},
    nonTextTags: ['head', 'style', 'script', 'title', 'textarea', 'option', 'noscript'],
    exclusiveFilter: ({ tag, attribs }) => tag === 'blockquote' || /\bgmail_quote\b/.test(attribs['class'] ?? ''),
    transformTags: { tr: 'div' },
  });
  return plainText(`<div>${plain}</div>`);
}

const wrote = '(?:schrieb|wrote|a écrit|ha scritto|escribió|schreef|napisał)';
const attribution = new RegExp(`^(?:Am|On|Le|Il|El|Op|W dniu)\\s[^\\n]{3,300}\\s${wrote}\\b[^\\n]{0,200}:\\s*$`, 'u');
const headerLine = /^\s*\*?(?:Von|From|De|Da|Van)\s?:\*?\s+\S/;
const nextHeader = /^\s*\*?(?:Gesendet|Datum|Sent|Date|An|To|Betreff|Subject|Envoyé|À)(?:\s[^:\n]{1,30})?:\*?/;
const divider =
  /^\s*(?:-{2,}\s*(?:Ursprüngliche Nachricht|Originalnachricht|Original-Nachricht|Original Message|Weitergeleitete Nachricht|Forwarded message)\s*-{0,}\s*|_{10,}\s*)$/i;
const signature = /^\s*--\s*$/;
const sentFrom =
  /^\s*(?:Von meinem .{1,40} gesendet|Gesendet (?:von|mit) .{1,40}|Sent (?:from|with) .{1,40}|Get Outlook for .{1,20}|Holen Sie sich Outlook .{1,30}|Diese Nachricht wurde von meinem .{1,60} gesendet)\.?\s*$/i;
const salutation =
  /^\s*(?:hallo|hello|hi|hey|moin|servus|grüß gott|guten (?:tag|morgen|abend)|good (?:morning|evening|afternoon)|liebe[rs]?|dear|sehr geehrte[rs]?)(?:\s[\p{L}\s.-]{0,60})?[,!.]?\s*$/iu;

/** How many lines introduce what follows as the mail that is answered: "Am … schrieb …:", which may be broken. */
function introLength(lines: readonly string[], at: number): number {
  if (!/^(?:Am|On|Le|Il|El|Op|W dniu)\s/.test(lines[at]!)) return 0;
  for (const length of [1, 2, 3]) {
    if (attribution.test(lines.slice(at, at + length).join(' '))) return length;
  }
  return 0;
}

/** Whether a signature begins here, or the mail that is answered as Outlook puts it. */
function endsHere(lines: readonly string[], at: number): boolean {
  const line = lines[at]!;
  if (signature.test(line) || divider.test(line)) return true;
  return headerLine.test(line) && lines.slice(at + 1, at + 4).some((next) => nextHeader.test(next));
}

function withoutSalutation(lines: readonly string[]): readonly string[] {
  const rest = lines.slice(1);
  return salutation.test(lines[0] ?? '') && rest.some((line) => line.trim() !== '') ? rest : lines;
}
