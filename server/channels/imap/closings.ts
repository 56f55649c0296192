// Endings without content: greetings and program names.

const link = /[<[(]https?:[^<>[\]()\s]*[>\])]/gi;
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
  /^(?:get|holen sie sich|hol dir|laden sie|beziehen sie|installieren sie|download|testen sie) (?:\w{1,20} ){0,3}(?:outlook|bluemail|yahoo mail|edison|spark|proton|aquamail)\b/i,
  /^\[?(?:outlook|bluemail|aquamail|yahoo mail|proton mail|spark) (?:für|for) (?:ios|iphone|android|mac|windows)/i,
  /^\[(?:get|holen sie sich|hol dir) [^\]]{0,60}\]/i,
  // in any name of the writer's device
  /^(?:gesendet|versendet|geschickt|verschickt) (?:von|mit) meine[mr](?:\/\w{2,6})? [^.!?]{2,60}[.!]?$/i,
  /^(?:von|mit) meine[mr](?:\/\w{2,6})? [^.!?]{2,60} (?:gesendet|versendet|verschickt|geschrieben)[.!]?$/i,
  /^(?:sent|written) (?:from|with|on|using) my [^.!?]{2,60}[.!]?$/i,
  /^von unterwegs(?: gesendet)?[.!]?$/i,
  /^(?:envoyé|inviato|enviado|wysłan[eo]|verzonden|sendt|skickat|trimis|poslano|odesláno|odoslané|gönderen|отправлено|надіслано|küldve|lähetetty)(?:\s\p{L}{1,12}){0,3}:?\s[^.!?\n]{0,60}(?:iphone|ipad|android|samsung|galaxy|outlook|huawei|xiaomi|mobil|telefon)/iu,
  /^(?:iphone|ipad|samsung|galaxy|android)\S{0,12} gönderildi/i,
  /^yahoo mail:/i,
];
const longestLine = 200;
// with Apple Mail's placeholder of an attachment
const unseen = /[\p{Cf}\uFFFC]/gu;

// additions of gateways and virus scanners
const added =
  /^(?:virenfrei|virus-?free)\b|^(?:diese|this) (?:e-?mail|nachricht|message)\b.{0,120}(?:viren|virus|avast|avg\b|vertraulich|confidential|geprüft|privileged|ausschließlich für)|^(?:der inhalt dieser|the (?:information|contents?) (?:contained )?(?:in|of) this) (?:e-?mail|nachricht|message)|^(?:disclaimer|confidentiality notice|vertraulichkeitshinweis|hinweis zum datenschutz|datenschutzhinweis)\b|^(?:bitte prüfen sie|denken sie an die umwelt|please consider the environment|bitte denken sie)/i;

// placeholders of a picture in the text part
const picture = /^\[(?:cid:[^\]]{1,200}|[^\]]{0,100}(?:bild|image|picture|logo|grafik)[^\]]{0,100})\]$/i;

function isSentFrom(line: string): boolean {
  const plain = line.slice(0, 1000).replace(unseen, '').replace(link, '').replace(/\s+/g, ' ').trim();
  return plain.length <= longestLine && (picture.test(plain) || sentFrom.some((words) => words.test(plain)));
}

const greeting =
  /^(?:(?:und |danke und |vielen dank und )?(?:mit )?(?:(?:ganz |recht |sehr )?(?:(?:\p{L}{2,20}lich|viel|best|lieb|schön|kollegial|sonnig|nett|warm|groß)e[mnrs]?,? (?:und )?){1,3}|(?<=mit )\p{L}{3,20}en )?(?:grüße?n?|grüssen?|gruß|gruss|gruesse?n?)|mfg|mkg|lg|vg|bg|br|kr|hg|glg|vlg|kg|rgds|glück auf|gut wehr|herzlichst|(?:(?:einen?|ein|noch|und) ){0,2}(?:schöne[nrms]?|ruhige[nrms]?|gute[nrms]?|angenehme[nrms]?) (?:noch )?(?:abend|tag|nacht|wochenende|feierabend|woche|dienst|schicht)(?: noch)?|(?:have a )?(?:nice|good|great) (?:day|evening|weekend|night|shift)|take care|(?:with )?(?:(?:best|kind|kindest|warm|many) )?regards|best wishes|all the best|sincerely|(?:very )?truly yours|yours(?: sincerely| faithfully| truly)?|cheers|ciao|tschüss|tschüß|tschau|servus|adieu|hochachtungsvoll|cordialement|bis (?:gleich|dann|später))(?![\p{L}\d])/iu;
const alone = /^(?:best|danke|dank|vielen dank|herzlichen dank|besten dank|thanks|many thanks|thank you|thx)[,.!]?$/i;
const nameParts =
  /^(?:\p{Lu}[\p{L}.'’-]*|aus|dem|der|den|von|vom|van|de|an|alle|allen|i\.|a\.|i\.a\.|i\.v\.|ihre?|eure?|deine?|your|und|med\.)$/u;
const mostNames = 7;

function isName(rest: string): boolean {
  const parts = rest
    .replace(/^[\s,.!:;/|–-]+/, '')
    .replace(/[,.!]$/, '')
    .split(/[\s,/]+/)
    .filter(Boolean);
  return parts.length <= mostNames && parts.every((part) => nameParts.test(part));
}

/** The parts of the writer's name and address. */
export const writerWords = (from: string): ReadonlySet<string> =>
  new Set(
    from
      .slice(0, 300)
      .split('@', 1)[0]!
      .normalize('NFC')
      .toLowerCase()
      .split(/[^\p{L}]+/u)
      .filter((word) => word.length > 1),
  );

const beforeName =
  /^(?:(?:i\.\s?[av]\.|gez\.|p\.p\.|ppa\.|ihre?|eure?|deine?|your)\s{0,3})?(?:(?:dr|prof|med|dipl|ing)\.\s{0,3}){0,4}/i;

/** Returns whether a line is only the writer's name or initials. */
function isWriter(line: string, writer: ReadonlySet<string>): boolean {
  const name = line
    .normalize('NFC')
    .toLowerCase()
    .replace(/^[-–—~/(]\s?/, '')
    .replace(beforeName, '')
    .replace(/[,.!)]$/, '');
  const parts = name.split(/[\s-]+/);
  const isInitial = (part: string) => /^\p{L}\.$/u.test(part) && [...writer].some((word) => word[0] === part[0]);
  return (
    parts.length <= mostNames &&
    parts.some((part) => writer.has(part)) &&
    parts.every((part) => writer.has(part) || isInitial(part))
  );
}

const rule = /^\s*(?:[_*=~#–—-]{2,80}|—|–)\s*$/;

/** Returns whether a line of signs precedes a name, as in signatures. */
function isRule(lines: readonly string[], at: number, writer: ReadonlySet<string>): boolean {
  if (!rule.test(lines[at]!.slice(0, 100))) return false;
  const next =
    lines
      .slice(at + 1)
      .find((line) => line.trim() !== '')
      ?.trim() ?? '';
  return next === '' || (next.length < 80 && (isWriter(next, writer) || (next.includes(' ') && isName(next))));
}

/** Returns whether a line ends a mail, with or without the writer's name. */
function isClosing(line: string, writer: ReadonlySet<string>): boolean {
  const plain = line.replace(unseen, '').trim();
  if (added.test(plain.slice(0, longestLine))) return true;
  if (plain.length > longestLine) return false;
  if (isWriter(plain, writer)) return true;
  if (alone.test(plain)) return true;
  const found = greeting.exec(plain);
  const rest = plain.slice(found?.[0].length);
  return found !== null && (isName(rest) || greeting.test(rest.replace(/^\s{0,3}[/|]\s{0,3}/, '')));
}

const postscript = /^\s*P\.?\s?S\.?\s?[:.]/i;

/** Returns the lines before greeting, name and signature; keeps a postscript. */
export function withoutClosing(lines: readonly string[], writer: ReadonlySet<string>): readonly string[] {
  const said = lines.filter((line) => !isSentFrom(line));
  const first = said.findIndex((line) => line.trim() !== '');
  const end = said.findIndex((line, at) => at > first && (isClosing(line, writer) || isRule(said, at, writer)));
  if (end < 0) return said;
  const more = said.findIndex((line, at) => at > end && postscript.test(line));
  return more < 0 ? said.slice(0, end) : [...said.slice(0, end), ...said.slice(more)];
}
