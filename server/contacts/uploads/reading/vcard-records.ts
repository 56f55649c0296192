import ICAL from 'ical.js';
import { Refusal } from '#server/platform/errors.ts';
import { limits } from '#shared/limits.ts';
import { decodedText, type Encoding, encodingOf } from './decode.ts';
import { type FileRecord, type FileRemark, plainCell } from './file-record.ts';
import { type CardLines, cardsOf } from './vcard-lines.ts';
import { modernLine } from './vcard-modern.ts';

interface Property {
  kind: string;
  parts: string[];
}

type Card = ReadonlyMap<string, readonly Property[]>;

const first = (card: Card, name: string, part = 0): string => card.get(name)?.[0]?.parts[part] ?? '';
const kinds = (card: Card, name: string): string =>
  (card.get(name) ?? [])
    .filter(({ parts: [value] }) => value)
    .map(({ kind, parts: [value] }) => (kind ? `${kind}: ${value}` : value))
    .join('\n');
const homeFirst = (card: Card): readonly Property[] => {
  const isWork = ({ kind }: Property) => kind.includes('work');
  return (card.get('ADR') ?? []).toSorted((one, other) => Number(isWork(one)) - Number(isWork(other)));
};
const address = (part: number) => (card: Card) => homeFirst(card)[0]?.parts[part] ?? '';

/** Detects phones that write the whole name into one part. */
const isOnePart = (card: Card): boolean => {
  const parts = [first(card, 'N', 1), first(card, 'N', 0)].filter((part) => part);
  return parts.length === 1 && /\S\s+\S/.test(parts[0]!);
};

const columns: readonly (readonly [target: string, (card: Card) => string])[] = [
  ['title', (card) => first(card, 'N', 3)],
  ['firstName', (card) => (isOnePart(card) ? '' : first(card, 'N', 1))],
  ['lastName', (card) => (isOnePart(card) ? '' : first(card, 'N', 0))],
  ['fullName', (card) => first(card, 'FN') || `${first(card, 'N', 1)} ${first(card, 'N', 0)}`],
  ['anyEmail', (card) => kinds(card, 'EMAIL')],
  ['anyPhone', (card) => kinds(card, 'TEL')],
  ['organisation', (card) => first(card, 'ORG')],
  ['department', (card) => first(card, 'ORG', 1)],
  ['function', (card) => first(card, 'TITLE') || first(card, 'ROLE')],
  ['street', address(2)],
  ['zip', address(5)],
  ['city', address(3)],
  ['country', address(6)],
  ['language', (card) => first(card, 'LANG')],
  ['groups', (card) => (card.get('CATEGORIES') ?? []).flatMap(({ parts }) => parts).join('\n')],
  ['NOTE', (card) => first(card, 'NOTE')],
];

/** The fixed header of vCard files: target identifiers. */
export const cardHeader: readonly string[] = columns.map(([target]) => target);

/**
 * Yields a vCard file's people (2.1, 3.0, 4.0), with targets as header. Drops invalid properties with a remark, and
 * rejects groups. May take long: call `withPeopleFile`.
 */
export async function* vcardRecords(
  bytes: Uint8Array,
  encoding: Encoding = encodingOf(bytes),
): AsyncGenerator<FileRecord> {
  yield { line: 1, cells: [...cardHeader] };
  for await (const lines of cardsOf(decodedText(bytes, encoding))) {
    const { card, unread } = readCard(lines);
    const cells = columns.map(([, read]) => plainCell(read(card)));
    if (cells.some((cell) => cell.length > limits.csvCell)) {
      throw new Refusal('error_upload_cell', undefined, { line: lines.line });
    }
    const remarks = [...lines.stray, ...unread].slice(0, mostRemarks).map(lineRemark);
    if (companies.includes(lines.kind)) remarks.push({ key: 'error_upload_card_company', at: null, value: cells[3]! });
    const record = { line: lines.line, cells, remarks };
    yield lines.kind === 'group' ? { ...record, refusal: 'error_upload_card_group' } : record;
  }
}

const mostRemarks = 5;
/** The declared kinds of cards that aren't people's. */
const companies = ['org', 'organization', 'company', 'location', 'application', 'device', 'thing'];

const lineRemark = (line: string): FileRemark => ({ key: 'error_upload_card_line', at: null, value: line });

function readCard({ version, lines }: CardLines): { card: Card; unread: string[] } {
  const design = version === '4.0' ? ICAL.design.vcard : ICAL.design.vcard3;
  const unread: string[] = [];
  const properties = lines.flatMap((line) => {
    try {
      const property = jcardOf(ICAL.parse.property(modernLine(line, version), design));
      // the library leaves these escapes of vCard 3.0
      if (version !== '4.0' && !structured.includes(property.name))
        property.parts = property.parts.map((part) => part.replaceAll('\\;', ';'));
      if (property.name === 'tel' && otherAddress.test(property.parts[0] ?? '')) unread.push(line);
      else return [property];
      return [];
    } catch {
      unread.push(line); // the parser's words are for programmers
      return [];
    }
  });
  const labels = new Map(properties.filter(({ name }) => name === 'x-ablabel').map((one) => [one.group, one.parts[0]]));
  const labelled = properties.map(({ name, group, kind, parts }) => {
    const label = (group && labels.get(group)) || '';
    return { name: name.toUpperCase(), kind: `${kind} ${plainLabel(label)}`.trim(), parts };
  });
  return { card: Map.groupBy(labelled, ({ name }) => name), unread };
}

const structured = ['n', 'adr', 'org'];
/** Addresses that telephones call, but that aren't numbers. */
const otherAddress = /^(?:sips?|xmpp|skype|callto|im|h323|facetime(?:-audio)?):/i;

/** Kinds that don't place a value. */
const saysNothing = ['pref', 'voice', 'internet', 'msg', 'text', 'x-internet'];

/** jCard (RFC 7095): name, parameters, type, values. */
type JcardProperty = [
  name: string,
  parameters: { group?: string; type?: string | string[] },
  type: string,
  ...values: (string | (string | string[])[])[],
];

function jcardOf(property: unknown) {
  const [name, { group = '', type = [] }, , ...values] = property as JcardProperty;
  const words = [type].flat().flatMap((word) => word.toLowerCase().split(','));
  const kind = [...new Set(words.filter((word) => !saysNothing.includes(word)))].join(' ');
  // a part may have several values
  const parts = values.flat(1).map((value) =>
    [value]
      .flat()
      .join(' ')
      .replace(/^tel:.*/is, numberOfLink)
      .replace(/^mailto:([^?]*).*/is, '$1')
      .trim(),
  );
  return { name, group, kind, parts };
}

/** Returns a tel: link's number (RFC 3966), with its context's country code. */
function numberOfLink(link: string): string {
  const [number = '', ...parameters] = link.slice('tel:'.length).split(';');
  const known = parameters.map((parameter) => /^\s*phone-context=(\+\d{1,3})\s*$/i.exec(parameter)?.[1]).find(Boolean);
  const local = number.replace(/^[\s()./-]*0?/, '');
  const extension = parameters.filter((parameter) => /^\s*(?:ext|postd)=/i.test(parameter));
  return [known && !/^\s*(?:\+|00)/.test(number) ? `${known}${local}` : number, ...extension].join(';');
}

/** Apple writes its own labels as "_$!<Home>!$_". */
const plainLabel = (label: string) => label.replace(/^_\$!<(.*)>!\$_$/, '$1').toLowerCase();
