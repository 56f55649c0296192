import sanitizeHtml from 'sanitize-html';
import { plainText } from '#shared/rich-text.ts';
import { withoutClosing, writerWords } from './closings.ts';
import { introLength, isQuoteStart } from './quotes.ts';

const longest = 20_000;

/**
 * Returns a person's own text of a reply, without quote, signature, salutation and name. A reply that keeps only the
 * line of a quoted option chose it.
 */
export function writtenText(text: string, from = ''): string {
  const plain = text.slice(0, longest).replace(/\r\n?/g, '\n').replaceAll('\u00a0', ' ').replaceAll('\ufffc', '');
  const lines = withoutBanner(withoutPgp(plain).split('\n'));
  const own: string[] = [];
  const quoted: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const intro = introLength(lines, at);
    if (isQuoteStart(lines, at) && !/^\s*>(?!>>)/.test(line)) break;
    if (/^\s*>/.test(line)) quoted.push(line.replace(/^[\s>]+/, ''));
    else if (intro > 0) {
      // a marked quote may have answers between its lines
      dropSplitName(own, line);
      if (!/^\s*>/.test(lines.slice(at + intro).find((next) => next.trim() !== '') ?? '')) break;
      at += intro - 1;
    } else if (signature.test(line)) break;
    else if (!/^\s*$/.test(line) || own.length) own.push(line.trimEnd());
  }
  const said = withoutClosing(withoutSalutation(own), writerWords(from)).join('\n').trim();
  const left = quoted.filter(Boolean);
  return said === '' && left.length === 1 ? left[0]! : said;
}

/** Returns the text inside a PGP signature (RFC 9580, 7), unverified. */
function withoutPgp(text: string): string {
  const start = text.indexOf('-----BEGIN PGP SIGNED MESSAGE-----');
  const body = start < 0 ? -1 : text.indexOf('\n\n', start);
  if (body < 0) return text;
  const end = text.indexOf('\n-----BEGIN PGP SIGNATURE-----', body);
  return text.slice(body, end < 0 ? undefined : end).replace(/^- /gm, '');
}

// what a mail gateway puts above mails from outside, in its usual phrases only: people write "Achtung, externer Termin", too
const label =
  /^\W{0,5}\[extern(?:al|e[rn]?)?(?:[ :-]{1,3}(?:e-?mail|mail|nachricht|message|sender|absender))?\]\W{0,3}/i;
const notice =
  /(?:e-?mail|mail|nachricht|message|sender|absender)\b[^\n]{0,80}(?:(?:außerhalb|outside) (?:of )?(?:der|des|ihre[rs]|unsere[rs]|the|your|our|this) (?:\S{1,20} )?(?:organi[sz]ation|unternehmen|firma|konzern|haus|klinik|verwaltung|behörde|gruppe|domäne|netz|company|network|domain|business|group|trust|firm)|(?:stammt|kommt|wurde|originat\w{1,4}|sent|came|comes) (?:von|from) (?:außerhalb|outside|extern\b)|\bextern(?:al|e[rnm]?)? (?:sender|source|absender|quelle))|^\W{0,5}(?:(?:achtung|vorsicht|warnung|caution|warning|hinweis|attention)\W{1,5})?extern(?:al|e[rn]?)? (?:e-?mail|mail|nachricht|message|sender|absender)(?:\W{0,5}$|[.:!] .{0,200}(?:klick|click|links?\b|anhäng|attachment))|^\W{0,5}(?:sie erhalten nicht (?:oft|häufig)|you don['’]t often get) e-?mails?\b/i;
const advice =
  /klick|\bclick|\blinks?\b|anhäng|anhang|anlagen|attachment|absender|sender\b|phishing|verdächtig|suspicious|learn why|erfahren sie/i;
const personal =
  /^\W{0,3}(?:\d|(?:ja|nein|ok|okay|yes|no)\b)|(?<!\p{L})(?:ich|wir|mir|mich|meine?[rnms]?|uns|bin|komme?n?|i|i['’]?m|we|my|me)(?!\p{L})/iu;
const mostBannerLines = 6;
const longestBanner = 500;

const isOfGateway = (line: string, ...words: readonly RegExp[]): boolean =>
  line.length <= longestBanner &&
  !personal.test(line) &&
  (words.length ? words : [notice, advice]).some((one) => one.test(line));

function withoutBanner(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line.trim() !== '');
  const line = lines[first] ?? '';
  const own = line.replace(label, '');
  if (own === line && !isOfGateway(own, notice)) return lines;
  if (own.trim() !== '' && !isOfGateway(own)) return [own, ...lines.slice(first + 1)];
  const end = lines.findIndex((next, at) => at > first && (at - first >= mostBannerLines || !isOfGateway(next)));
  return end < 0 || lines.slice(end).every((next) => next.trim() === '') ? lines : lines.slice(end);
}

/** Removes a name that a line break separated from its address: "Leitstelle" above "<alarm@…> schrieb am …:". */
function dropSplitName(own: string[], line: string): void {
  const isSplit = /^\s*<?\S+@/.test(line) && own.length > 1 && /^\s*["\p{Lu}][^\d!?,]{0,60}$/u.test(own.at(-1)!);
  if (isSplit) own.pop();
}

// the quotes and signatures of common programs
const quoting =
  /\b(?:gmail_(?:quote|extra|signature|attr)|yahoo_quoted|protonmail_(?:quote|signature_block)|moz-(?:cite-prefix|signature)|ms-outlook-mobile-signature|Signature|zmail_extra)\b/;

export function textOfHtml(html: string): string {
  const plain = sanitizeHtml(withLineBreaks(html), {
    allowedTags: ['p', 'div', 'br', 'li', 'ul', 'ol', 'h1', 'h2', 'h3', 'h4', 'hr', 'blockquote'],
    allowedAttributes: {},
    nonTextTags: ['head', 'style', 'script', 'title', 'textarea', 'option', 'noscript'],
    exclusiveFilter: ({ tag, attribs }) =>
      tag === 'blockquote' || quoting.test(`${attribs['class'] ?? ''} ${attribs['id'] ?? ''}`),
    transformTags: { tr: 'div', pre: 'div', table: 'div', section: 'div', article: 'div' },
  });
  return plainText(`<div>${plain}</div>`);
}

/** Replaces the line breaks of preformatted text by elements. */
const withLineBreaks = (html: string): string =>
  html
    .split(/(?=<pre[\s>])/i)
    .map((block) => (/^<pre[\s>]/i.test(block) ? brokenUntilEnd(block) : block))
    .join('');

function brokenUntilEnd(block: string): string {
  const end = block.search(/<\/pre\s{0,9}>/i);
  const inside = end < 0 ? block : block.slice(0, end);
  const start = inside.indexOf('>') + 1;
  return inside.slice(0, start) + inside.slice(start).replace(/\r?\n/g, '<br>') + block.slice(inside.length);
}

const signature = /^\s*--\s*$/;
const salutation =
  /^\s*(?:hallo|hello|hi|hey|moin|servus|grüß gott|guten (?:tag|morgen|abend)|good (?:morning|evening|afternoon)|liebe[rs]?|dear|sehr geehrte[rs]?)(?:\s[\p{L}\s.-]{0,60})?[,!.]?\s*$/iu;

function withoutSalutation(lines: readonly string[]): readonly string[] {
  const rest = lines.slice(1);
  return salutation.test(lines[0] ?? '') && rest.some((line) => line.trim() !== '') ? rest : lines;
}
