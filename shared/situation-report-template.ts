export const templateFieldKinds = ['text', 'number', 'dateTime', 'choice', 'table', 'facts'] as const;

/** Sources of facts. */
export const factSources = ['event', 'answers', 'limits', 'messages', 'tasks', 'log'] as const;

/** The key identifies the field's data. */
export interface TemplateField {
  key: string;
  kind: (typeof templateFieldKinds)[number];
  label: string;
  labelEn?: string;
  required?: boolean;
  options?: string[];
  /** English option labels in the same order. */
  optionsEn?: string[];
  columns?: string[];
  /** English column names in the same order. */
  columnsEn?: string[];
  source?: (typeof factSources)[number];
}

export interface TemplateSection {
  key: string;
  title: string;
  titleEn?: string;
  fields: TemplateField[];
}

/** The sections and fields of a situation report. */
export interface SituationReportTemplate {
  version: 1;
  sections: TemplateSection[];
}

type Entry = Record<string, unknown>;

/** Returns the template with missing keys added; null if invalid. */
export function readTemplate(value: unknown): SituationReportTemplate | null {
  const template = entryOf(value);
  const given = template && listOf(template['sections'], 50);
  if (!given) return null;
  const keys = { sections: new Set<string>(), fields: new Set<string>() };
  const sections = given.map((section, at) => readSection(section, `section_${at + 1}`, keys));
  return sections.every((section) => section !== null) ? { version: 1, sections } : null;
}

type Keys = Record<'sections' | 'fields', Set<string>>;

function readSection(value: unknown, otherwise: string, keys: Keys): TemplateSection | null {
  const section = entryOf(value);
  const title = section && textOf(section['title']);
  const fields = section && listOf(section['fields'], 100);
  const key = section && keyOf(section['key'] ?? otherwise, keys.sections);
  if (!title || !fields || !key) return null;
  const read = fields.map((field, at) => readField(field, `${key}_${at + 1}`, keys.fields));
  if (!read.every((field) => field !== null)) return null;
  return { key, title, ...optional('titleEn', textOf(section['titleEn'])), fields: read };
}

function readField(value: unknown, otherwise: string, keys: Set<string>): TemplateField | null {
  const field = entryOf(value);
  const label = field && textOf(field['label']);
  const kind = templateFieldKinds.find((known) => known === field?.['kind']);
  const key = field && keyOf(field['key'] ?? otherwise, keys);
  if (!label || !kind || !key) return null;
  const options = textsOf(field['options']);
  const columns = textsOf(field['columns']);
  const optionsEn = textsOf(field['optionsEn']);
  const columnsEn = textsOf(field['columnsEn']);
  const source = factSources.find((known) => known === field['source']);
  if ((kind === 'choice' && !options) || (kind === 'table' && !columns) || (kind === 'facts' && !source)) return null;
  if (kind === 'choice' && !translates(field['optionsEn'], optionsEn, options)) return null;
  if (kind === 'table' && !translates(field['columnsEn'], columnsEn, columns)) return null;
  return {
    key,
    kind,
    label,
    ...optional('labelEn', textOf(field['labelEn'])),
    ...(field['required'] === true ? { required: true } : {}),
    ...(kind === 'choice' ? { ...optional('options', options), ...optional('optionsEn', optionsEn) } : {}),
    ...(kind === 'table' ? { ...optional('columns', columns), ...optional('columnsEn', columnsEn) } : {}),
    ...(kind === 'facts' ? optional('source', source) : {}),
  };
}

const entryOf = (value: unknown): Entry | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Entry) : null;

const listOf = (value: unknown, maximum: number): unknown[] | null =>
  Array.isArray(value) && value.length > 0 && value.length <= maximum ? value : null;

const textOf = (value: unknown): string | undefined =>
  (typeof value === 'string' && value.length <= 200 && value.trim()) || undefined;

function textsOf(value: unknown): string[] | undefined {
  const texts = listOf(value, 50)?.map(textOf);
  const read = texts?.filter((text) => text !== undefined);
  return read && read.length === texts?.length && new Set(read).size === read.length ? read : undefined;
}

const translates = (given: unknown, english: string[] | undefined, german: string[] | undefined): boolean =>
  given === undefined || (Array.isArray(given) && given.length === 0) || english?.length === german?.length;

/** Returns a unique key among sections or fields. */
function keyOf(value: unknown, keys: Set<string>): string | null {
  if (typeof value !== 'string' || !/^[A-Za-z]\w{0,60}$/.test(value) || keys.has(value)) return null;
  keys.add(value);
  return value;
}

const optional = <Key extends string, Value>(key: Key, value: Value | undefined) =>
  (value === undefined ? {} : { [key]: value }) as { [K in Key]?: Value };
