import type { Answer, TestClient, TestServer } from './server.ts';

/** How a test uploads a file; the file's name and what is asked of the answer. */
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

/** What a test reads of an upload. */
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

/** The bytes of a text as German Windows programs write them. */
export function windows1252(text: string): Uint8Array {
  const special: Record<string, number> = { '€': 0x80, '„': 0x84, '–': 0x96, '“': 0x93, '”': 0x94, '’': 0x92 };
  return Uint8Array.from(text, (sign) => special[sign] ?? sign.charCodeAt(0));
}

/** The bytes of a text in UTF-16 with its byte order mark. */
export function utf16(text: string, order: 'le' | 'be'): Uint8Array {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return new Uint8Array(order === 'le' ? bytes : bytes.swap16());
}
