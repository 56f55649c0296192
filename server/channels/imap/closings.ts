// The ends of mails that say nothing: who greets, and which program sent it.

const link = /[<[]https?:[^<>[\]\s]*[>\]]/gi;
const product =
  '(?:outlook|mail|e-?mail|samsung|galaxy|iphone|ipad|apple|android|handy|smartphone|mobil|telefon|phone|tablet|blackberry|huawei|xiaomi|pixel|gmx|web\\.de|t-online|yahoo|proton|k-9|thunderbird|fairemail|bluemail|spark|gerät|device|app\\b|windows|ios\\b|mac\\b|nokia|watch|freenet|posteo|tutanota|tuta\\b|edison|nine\\b|spike|aquamail|aqua mail|gmail|inbox)';
const sentFrom = [
  new RegExp(
    `^(?:gesendet|versendet|geschickt|verschickt|sent|written) (?:von|mit|über|aus|via|from|with|using|by) .{0,80}${product}`,
    'i',
  ),
  new RegExp(`^(?:von|mit|aus|über) .{0,60}${product}.{0,60} (?:gesendet|versendet|verschickt|geschrieben)\\b`, 'i'),
  new RegExp(
    `^(?:diese|dieses|this) (?:nachricht|e-?mail|mail|message) (?:wurde|was|is) .{0,80}${product}.{0,60}`,
    'i',
  ),
  /^(?:get|holen sie sich|hol dir|laden sie|download|testen sie) (?:\w{1,20} ){0,3}(?:outlook|bluemail|yahoo mail|edison|spark|proton|aquamail)\b/i,
  /^outlook (?:für|for) (?:ios|android)/i,
  /^von unterwegs(?: gesendet)?[.!]?$/i,
  /^yahoo mail:/i,
];
const longestLine = 200;

/** Whether a line only names the program or device that a mail was sent with. */
function isSentFrom(line: string): boolean {
  const plain = line.slice(0, 1000).replace(link, '').replace(/\s+/g, ' ').trim();
  return plain.length <= longestLine && sentFrom.some((words) => words.test(plain));
}

const greeting =
  /^(?:(?:und |danke und |vielen dank und )?(?:mit )?(?:(?:ganz |recht |sehr )?(?:freundliche[mnr]?|beste[nr]?|viele[nr]?|liebe[nr]?|herzliche[nr]?|schöne[nr]?|kollegiale[nr]?|sonnige[nr]?|nette[nr]?) )?(?:grüße?n?|grüssen?|gruß|gruss|gruesse?n?)|mfg|lg|vg|bg|hg|glg|kg|(?:with )?(?:(?:best|kind|kindest|warm|many) )?regards|best wishes|all the best|sincerely|(?:very )?truly yours|yours(?: sincerely| faithfully| truly)?|cheers|hochachtungsvoll|cordialement|bis (?:gleich|dann|später))(?![\p{L}\d])/iu;
const alone = /^(?:best|danke|dank|vielen dank|herzlichen dank|besten dank|thanks|many thanks|thank you|thx)[,.!]?$/i;
const nameParts =
  /^(?:\p{Lu}[\p{L}.'’-]*|aus|dem|der|den|von|vom|van|de|an|alle|allen|i\.|a\.|i\.a\.|i\.v\.|ihre?|eure?|deine?|your|und|med\.)$/u;
const mostNames = 7;

/** Whether the rest of a greeting is no more than a name. */
function isName(rest: string): boolean {
  const parts = rest
    .replace(/^[\s,.!:;/|–-]+/, '')
    .replace(/[,.!]$/, '')
    .split(/[\s,/]+/)
    .filter(Boolean);
  return parts.length <= mostNames && parts.every((part) => nameParts.test(part));
}

/** Whether a line ends a mail with a greeting, with or without the name of its writer. */
function isClosing(line: string): boolean {
  const plain = line.trim();
  if (plain.length > longestLine) return false;
  if (alone.test(plain)) return true;
  const found = greeting.exec(plain);
  return found !== null && isName(plain.slice(found[0].length));
}

const postscript = /^\s*P\.?\s?S\.?\s?[:.]/i;

/** The lines of a mail before its greeting and the block of its writer; a postscript is kept. */
export function withoutClosing(lines: readonly string[]): readonly string[] {
  const said = lines.filter((line) => !isSentFrom(line));
  const first = said.findIndex((line) => line.trim() !== '');
  const end = said.findIndex((line, at) => at > first && isClosing(line));
  if (end < 0) return said;
  const more = said.findIndex((line, at) => at > end && postscript.test(line));
  return more < 0 ? said.slice(0, end) : [...said.slice(0, end), ...said.slice(more)];
}
