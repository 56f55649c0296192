import ICAL from 'ical.js';
import { Refusal } from '#server/errors.ts';
import { limits } from '#shared/limits.ts';
import { encodingOf, textOf } from './decode.ts';
import { type FileRecord, plainCell } from './file-record.ts';
import { type CardLines, cardsOf, isQuotedPrintable, nameOf } from './vcard-lines.ts';

/** A property of a card: what kind it says it is, and the parts of its value. */
interface Property {
  kind: string;
  parts: string[];
}

/** Properties of a card by name. */
type Card = ReadonlyMap<string, readonly Property[]>;

const first = (card: Card, name: string, part = 0): string => card.get(name)?.[0]?.parts[part] ?? '';
/** Every value with the words for its kind before it, a line for each. */
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

/** What is read of a card, by the target it goes to. */
const columns: readonly (readonly [target: string, (card: Card) => string])[] = [
  ['title', (card) => first(card, 'N', 3)],
  ['firstName', (card) => first(card, 'N', 1)],
  ['lastName', (card) => first(card, 'N', 0)],
  ['fullName', (card) => first(card, 'FN')],
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

/** The header of a file of vCards, which is always the same: identifiers of targets. */
export const cardHeader: readonly string[] = columns.map(([target]) => target);

/**
 * The people of a file of vCards (2.1, 3.0, 4.0), with identifiers of targets as header. A property that makes no sense is
 * passed over. May take long: call `withPeopleFile`.
 */
export async function* vcardRecords(bytes: Uint8Array): AsyncGenerator<FileRecord> {
  yield { line: 1, cells: [...cardHeader] };
  for await (const lines of cardsOf(textOf(bytes, encodingOf(bytes)))) {
    const card = readCard(lines);
    const cells = columns.map(([, read]) => plainCell(read(card)));
    if (cells.some((cell) => cell.length > limits.csvCell)) {
      throw new Refusal('error_upload_cell', undefined, { line: lines.line });
    }
    yield { line: lines.line, cells };
  }
}

function readCard({ version, lines }: CardLines): Card {
  const design = version === '4.0' ? ICAL.design.vcard : ICAL.design.vcard3;
  const properties = lines.flatMap((line) => {
    try {
      return [jcardOf(ICAL.parse.property(version === '2.1' ? modern(line) : line, design))];
    } catch {
      return []; // the parser's words are for programmers
    }
  });
  const labels = new Map(properties.filter(({ name }) => name === 'x-ablabel').map((one) => [one.group, one.parts[0]]));
  const labelled = properties.map(({ name, group, kind, parts }) => {
    const label = (group && labels.get(group)) || '';
    return { name: name.toUpperCase(), kind: `${kind} ${plainLabel(label)}`.trim(), parts };
  });
  return Map.groupBy(labelled, ({ name }) => name);
}

/** Words of a kind that tell nothing where a number or an address belongs. */
const saysNothing = ['pref', 'voice', 'internet', 'msg', 'text', 'x-internet'];

/** A property as the library answers it (jCard, RFC 7095): name, parameters, type, values. */
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
  // a part of a name or an address may itself be several
  const parts = values.flat(1).map((value) =>
    [value]
      .flat()
      .join(' ')
      .replace(/^(tel|mailto):/i, '')
      .trim(),
  );
  return { name, group, kind, parts };
}

/** Apple writes its own labels as "_$!<Home>!$_". */
const plainLabel = (label: string) => label.replace(/^_\$!<(.*)>!\$_$/, '$1').toLowerCase();

/** A line of vCard 2.1 as 3.0 has it: kinds are parameters, and nothing is quoted-printable. */
function modern(line: string): string {
  const at = line.indexOf(':');
  const [name, ...given] = line.slice(0, at).split(';');
  const charset = given.map((word) => /^CHARSET=(.+)$/i.exec(word)?.[1]).find(Boolean) ?? 'utf-8';
  const value = isQuotedPrintable(line) ? unquoted(line.slice(at + 1), charset) : line.slice(at + 1);
  const kinds = given.filter((word) => !/^(CHARSET|ENCODING|LANGUAGE)=|^QUOTED-PRINTABLE$/i.test(word));
  const parameters = kinds.map((word) => (word.includes('=') ? word : `TYPE=${word}`));
  const isText = ['NOTE', 'FN', 'TITLE', 'ROLE'].includes(nameOf(line));
  return `${[name, ...parameters].join(';')}:${isText ? value.replace(/[,;]/g, '\\$&') : value}`;
}

function unquoted(text: string, charset: string): string {
  const bytes = text.replace(/=([0-9a-f]{2})/gi, (_match, code) => String.fromCharCode(Number.parseInt(code, 16)));
  const isBytes = [...bytes].every((sign) => sign.charCodeAt(0) < 256);
  const plain = isBytes ? new TextDecoder(charset).decode(Buffer.from(bytes, 'latin1')) : bytes;
  return plain.replace(/\r\n?|\n/g, '\\n');
}
