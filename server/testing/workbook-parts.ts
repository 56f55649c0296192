import { deflateRawSync } from 'node:zlib';

/** A sheet of a workbook as a test writes it. */
export interface RawSheet {
  name: string;
  /** What stands between the tags of `sheetData`. */
  rows: string;
  state?: 'hidden' | 'veryHidden';
  /** Joined cells, such as A2:A4. */
  joined?: readonly string[];
}

const types = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = (all: readonly (readonly [id: string, kind: string, target: string])[]) =>
  `<Relationships>${all.map(([id, kind, target]) => `<Relationship Id="${id}" Type="${types}/${kind}" Target="${target}"/>`).join('')}</Relationships>`;

/** The parts of a workbook with these sheets; `formats` are those of the styles 1, 2, 3 … */
export function workbookParts(
  sheets: readonly RawSheet[],
  { open = 0, formats = [] }: { open?: number; formats?: readonly string[] } = {},
): [name: string, packed: Buffer, size: number][] {
  const listed = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${name}" sheetId="${at + 1}"${state ? ` state="${state}"` : ''} r:id="rId${at + 1}"/>`,
  );
  const codes = formats.map(
    (code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
  );
  const styles = formats.map((_code, at) => `<xf numFmtId="${164 + at}" applyNumberFormat="1"/>`);
  const own = sheets.map((_sheet, at) => [`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`] as const);
  const parts: Record<string, string> = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': relations([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook><bookViews><workbookView activeTab="${open}"/></bookViews><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([...own, ['rIdS', 'styles', 'styles.xml']]),
    'xl/styles.xml': `<styleSheet><numFmts>${codes.join('')}</numFmts><cellXfs><xf/>${styles.join('')}</cellXfs></styleSheet>`,
    ...Object.fromEntries(
      sheets.map(({ rows, joined = [] }, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `<worksheet><sheetData>${rows}</sheetData><mergeCells>${joined.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells></worksheet>`,
      ]),
    ),
  };
  return Object.entries(parts).map(([name, text]) => [
    name,
    deflateRawSync(Buffer.from(text)),
    Buffer.byteLength(text),
  ]);
}

/** A ZIP archive of packed parts that says of each how large it is unpacked. */
export function zipOf(parts: readonly (readonly [name: string, packed: Buffer, size: number])[]): Uint8Array {
  const [files, entries]: Buffer[][] = [[], []];
  let at = 0;
  for (const [name, packed, size] of parts) {
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(size, 18);
    shared.writeUInt16LE(name.length, 22);
    files!.push(Buffer.from([0x50, 0x4b, 3, 4]), shared, Buffer.from(name), packed);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    entries!.push(Buffer.from([0x50, 0x4b, 1, 2, 20, 0]), shared, place, Buffer.from(name));
    at += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(Buffer.concat(entries!).length, 12);
  end.writeUInt32LE(at, 16);
  return new Uint8Array(Buffer.concat([...files!, ...entries!, end]));
}
