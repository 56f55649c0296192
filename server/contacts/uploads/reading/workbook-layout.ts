import { Refusal } from '#server/platform/errors.ts';
import { limits } from '#shared/limits.ts';
import { shownNumber } from './number-format.ts';
import { type ZipEntry, zippedText } from './zip-entries.ts';

/** A visible sheet of a workbook. */
export interface VisibleSheet {
  name: string;
  path: string;
}

/** Hidden rows, number formats, merged cells. */
export interface SheetLayout {
  hidden: ReadonlySet<number>;
  /** Number formats by cell ("C2"), if they change the display. */
  formats: ReadonlyMap<string, string>;
  /** First and last row, and the column's position. */
  joined: readonly { first: number; last: number; at: number }[];
  /** Cells ("2:0") with a formula that no program has calculated yet. */
  uncalculated: ReadonlySet<string>;
  /** Numbers by cell ("2:0") that are too large for a day, in case their format is one of days. */
  beyondDays: ReadonlyMap<string, string>;
  /** Phonetic guides by cell ("2:0"), which the reader appends to inline texts. */
  guides: ReadonlyMap<string, string>;
  /** Cells ("2:0") of a shared text without its number, for which the reader takes the first one. */
  blank: ReadonlySet<string>;
  /** Rows with the number of a shared text that doesn't exist. */
  lost: ReadonlySet<number>;
}

/** 9999-12-31, the last day of spreadsheets. */
const lastDay = 2_958_465;

interface Tag {
  name: string;
  /** The text that follows, at most its beginning. */
  text: string;
  of: (attribute: string) => string;
}

function* tagsOf(pieces: Iterable<string>, names: string): Generator<Tag> {
  const wanted = new Set(names.split(' '));
  for (const piece of pieces) yield* tagsIn(piece, wanted);
}

function* tagsIn(xml: string, wanted: ReadonlySet<string>): Generator<Tag> {
  for (const [, name, attributes, text] of xml.matchAll(
    /<(?:[\w.-]{1,40}:)?([A-Za-z]{1,40})(\s[^<>]*|\/)?>(?=([^<]{0,2000}))/g,
  )) {
    if (!wanted.has(name!)) continue;
    let values: Map<string, string> | undefined;
    const of = (attribute: string) => {
      values ??= attributesIn(attributes ?? '');
      return values.get(attribute) ?? '';
    };
    yield { name: name!, text: text ?? '', of };
  }
}

const attributesIn = (attributes: string): Map<string, string> =>
  new Map(
    [...attributes.matchAll(/(?<![\w:.-])([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, key, double, single]) => [
      key!.endsWith(':id') ? ':id' : key!,
      plain(double ?? single ?? ''),
    ]),
  );

const plain = (text: string): string =>
  text
    .replace(/&#(x?)([0-9a-f]{1,6});/gi, (_all, hex, code) => signOf(Number.parseInt(code, hex ? 16 : 10)))
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

const signOf = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '');

const workbookOf = (entries: readonly ZipEntry[]): string =>
  entries.find(({ name }) => /(^|\/)workbook\.xml$/i.test(name))?.name ?? '';

/** Returns the paths of a workbook's parts of one kind, by id. */
function partsOf(bytes: Uint8Array, entries: readonly ZipEntry[], kind: string): Map<string, string> {
  const workbook = workbookOf(entries);
  const folder = workbook.slice(0, workbook.lastIndexOf('/') + 1);
  const relations = zippedText(bytes, entries, `${folder}_rels/workbook.xml.rels`);
  return new Map(
    [...tagsOf(relations, 'Relationship')]
      .filter(({ of }) => of('Type').endsWith(`/${kind}`))
      .map(({ of }) => [of('Id'), of('Target').startsWith('/') ? of('Target').slice(1) : `${folder}${of('Target')}`]),
  );
}

/** Returns visible sheets, with the last active one second. */
export function visibleSheets(bytes: Uint8Array, entries: readonly ZipEntry[]): VisibleSheet[] {
  const xml = [...zippedText(bytes, entries, workbookOf(entries))].join('');
  const paths = partsOf(bytes, entries, 'worksheet');
  const all = [...tagsOf([xml], 'sheet')].map(({ of }) => {
    const path = paths.get(of(':id'));
    return { name: of('name'), path: path ?? '', isVisible: path !== undefined && !/hidden/i.test(of('state')) };
  });
  const open = all[Number([...tagsOf([xml], 'workbookView')][0]?.of('activeTab') || 0)];
  const [first, ...others] = all.filter(({ isVisible }) => isVisible);
  return first ? [first, ...others.toSorted((one, other) => Number(other === open) - Number(one === open))] : [];
}

/** Includes inner empty cells, which take memory. */
const mostCells = limits.csvRows * limits.csvColumns;

/** Returns a sheet's layout; refuses too wide rows. */
export function layoutOf(bytes: Uint8Array, entries: readonly ZipEntry[], { path }: VisibleSheet): SheetLayout {
  const shown = formatsByStyle(bytes, entries);
  const [hidden, formats] = [new Set<number>(), new Map<string, string>()];
  const joined: SheetLayout['joined'][number][] = [];
  const uncalculated = new Set<string>();
  const [beyondDays, guides] = [new Map<string, string>(), new Map<string, string>()];
  const [blank, lost] = [new Set<string>(), new Set<number>()];
  const shared = sharedTexts(bytes, entries);
  let [row, at, width, cells] = [0, 0, 0, 0];
  let [isText, isStyled, isShared, hasRuns, isGuide] = [false, false, false, false, false];
  for (const { name, text, of } of tagsOf(zippedText(bytes, entries, path), 'row c f v is r rPh t mergeCell')) {
    if (name === 'row') {
      [width, cells] = [0, cells + width];
      if (cells > mostCells) throw new Refusal('error_upload_costly');
      [row, at] = [Number(of('r')) || row + 1, 0];
      if (/^(1|true)$/.test(of('hidden')) || of('ht') === '0') hidden.add(row);
    } else if (name === 'c') {
      const column = /^[A-Z]{1,3}/.exec(of('r'))?.[0];
      at = column ? columnPlace(column) : at;
      isText = of('t') === 'str';
      isStyled = of('s') !== '' && (of('t') || 'n') === 'n';
      isShared = of('t') === 's';
      if (isShared) blank.add(`${row}:${at}`);
      [hasRuns, isGuide] = [false, false];
      const format = shown.get(Number(of('s') || -1));
      if (format && (of('t') || 'n') === 'n') formats.set(`${row}:${at}`, format);
      at++;
      width = Math.max(width, at);
    } else if (name === 'f') uncalculated.add(`${row}:${at - 1}`);
    else if (name === 'mergeCell') joined.push(...joinedCells(of('ref')));
    else if (name === 'r') hasRuns = true;
    else if (name === 'rPh') isGuide = true;
    else if (name === 't') {
      const key = `${row}:${at - 1}`;
      // the reader joins runs without guides
      if (isGuide && !hasRuns) guides.set(key, (guides.get(key) ?? '') + plain(text));
    }
    // some programs write empty values, but no empty text
    else if (text || (isText && name === 'v')) uncalculated.delete(`${row}:${at - 1}`);
    if (name === 'v' && isStyled && Number(text) > lastDay) beyondDays.set(`${row}:${at - 1}`, text);
    if (name === 'v' && isShared && text.trim()) {
      blank.delete(`${row}:${at - 1}`);
      if (!(Number(text) >= 0 && Number(text) < shared())) lost.add(row);
    }
  }
  return { hidden, formats, joined, uncalculated, beyondDays, guides, blank, lost };
}

/** Returns a function that counts a workbook's shared texts once. */
function sharedTexts(bytes: Uint8Array, entries: readonly ZipEntry[]): () => number {
  let count: number | undefined;
  return () => {
    if (count !== undefined) return count;
    const [path = ''] = partsOf(bytes, entries, 'sharedStrings').values();
    count = 0;
    for (const _ of tagsOf(zippedText(bytes, entries, path), 'si')) count++;
    return count;
  };
}

/** Returns a number as displayed. */
export const displayedNumber = ({ formats }: SheetLayout, row: number, at: number, value: number): string =>
  shownNumber(value, formats.get(`${row}:${at}`) ?? '');

const mostJoined = 2000;

function joinedCells(ref: string): SheetLayout['joined'] {
  const [, from, first, to, last] = /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(ref) ?? [];
  if (!from || !to || Number(last) <= Number(first) || Number(last) - Number(first) > mostJoined) return [];
  return [{ first: Number(first), last: Number(last), at: columnPlace(from) }];
}

const columnPlace = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** Returns formats with additions, by style. */
function formatsByStyle(bytes: Uint8Array, entries: readonly ZipEntry[]): Map<number, string> {
  const path = entries.find(({ name }) => /(^|\/)styles\.xml$/i.test(name))?.name;
  const xml = path ? [...zippedText(bytes, entries, path)].join('') : '';
  const codes = new Map([...tagsOf([xml], 'numFmt')].map(({ of }) => [of('numFmtId'), of('formatCode')]));
  const start = xml.search(/<(?:[\w.-]{1,40}:)?cellXfs[\s>]/);
  const end = xml.search(/<\/(?:[\w.-]{1,40}:)?cellXfs>/);
  const styles = [...tagsOf([start < 0 ? '' : xml.slice(start, end < 0 ? undefined : end)], 'xf')];
  return new Map(
    styles.flatMap(({ of }, style) => {
      const code = codes.get(of('numFmtId'));
      return code ? [[style, code] as const] : [];
    }),
  );
}
