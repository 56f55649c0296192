import { deflateRawSync } from 'node:zlib';
import type { Answer, TestClient, TestServer } from './server.ts';

/** Options of an upload, including the file name. */
export interface UploadChoice {
  dryRun?: boolean;
  mapping?: unknown;
  group?: number;
  strict?: boolean;
  areaCode?: string;
  groupsFrom?: number;
  name?: string;
}

const fields = `id _id status dryRun fileName encoding separator totalRows processedRows created updated unchanged failed
  notUndone groupsToCreate error canApply canUndo reportUrl format program mappedBy remarked
  notes { isRefusal key column label value count lines }
  columns { header target samples isEmpty problem }
  rows(first: 1000) { line outcome name person { _id } errors problems { key column target line value }
  remarks { key column target line value } changes }`;

/** The fields of an upload that tests select. */
export const uploadFields = fields;

/** Uploads a file in the multipart format, as a browser does. */
export async function uploadCsv(
  server: Pick<TestServer, 'url'>,
  client: TestClient,
  content: string | Uint8Array,
  { name = 'kontakte.csv', ...variables }: UploadChoice = {},
): Promise<Answer> {
  const query = `mutation ($file: Upload!, $dryRun: Boolean, $mapping: JSON, $group: ID, $strict: Boolean, $areaCode: String,
    $groupsFrom: Int) {
    uploadPeople(file: $file, dryRun: $dryRun, mapping: $mapping, group: $group, strict: $strict, areaCode: $areaCode,
      groupsFrom: $groupsFrom) { ${fields} } }`;
  const form = new FormData();
  form.set('operations', JSON.stringify({ query, variables: { ...variables, file: null } }));
  form.set('map', JSON.stringify({ 0: ['variables.file'] }));
  const bytes = typeof content === 'string' ? content : new Uint8Array(content);
  form.set('0', new File([bytes], name, { type: 'text/csv' }));
  const headers: Record<string, string> = client.token ? { authorization: `Bearer ${client.token}` } : {};
  const response = await fetch(`${server.url}/api/graphql/`, { method: 'POST', headers, body: form });
  return (await response.json()) as Answer;
}

/** Encodes a text like German Windows programs. */
export function windows1252(text: string): Uint8Array {
  const special: Record<string, number> = { '€': 0x80, '„': 0x84, '–': 0x96, '“': 0x93, '”': 0x94, '’': 0x92 };
  return Uint8Array.from(text, (sign) => special[sign] ?? sign.charCodeAt(0));
}

/** Encodes a text in UTF-16 with its byte order mark. */
export function utf16(text: string, order: 'le' | 'be'): Uint8Array {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return new Uint8Array(order === 'le' ? bytes : bytes.swap16());
}

/** A sheet of a test workbook. */
export interface RawSheet {
  name: string;
  /** The content of `sheetData`. */
  rows: string;
  state?: 'hidden' | 'veryHidden';
  /** Merged cells, such as A2:A4. */
  joined?: readonly string[];
}

const types = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = (all: readonly (readonly [id: string, kind: string, target: string])[]) =>
  `<Relationships>${all.map(([id, kind, target]) => `<Relationship Id="${id}" Type="${types}/${kind}" Target="${target}"/>`).join('')}</Relationships>`;

/** Returns a workbook's parts. `formats`: of styles 1, 2, 3, …. */
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

/** Returns a ZIP of parts with declared sizes. */
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
