import type { Checked } from './fields/kind.ts';
import { checkField, type Shape } from './fields/kinds.ts';
import { writtenIn } from './label.ts';
import { defaultLanguage } from './languages.ts';
import type { Facts } from './situation-report-facts.ts';
import type { SituationReportTemplate, TemplateField } from './situation-report-template.ts';

export type FieldValue = string | number | string[][] | Facts | null;

/** Entered and computed data, by field key. */
export type ReportData = Record<string, FieldValue>;

/** Maximum characters of one text and of all. */
export const dataLimits = { text: 20_000, whole: 400_000 } as const;

export const fieldsOf = (template: SituationReportTemplate): TemplateField[] =>
  template.sections.flatMap((section) => section.fields);

/** Returns true if nothing is entered. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.every((row) => Array.isArray(row) && row.every(isEmpty)));

/** Returns a table's column names in one language. */
export const columnsIn = ({ columns = [], columnsEn }: TemplateField, language: string): string[] =>
  columns.map((de, at) => writtenIn({ de, en: columnsEn?.[at] }, language));

/** Returns the shape of a field's input; null for facts. */
export function entryShape(field: TemplateField, language: string = defaultLanguage): Shape | null {
  const { kind, options = [], optionsEn } = field;
  switch (kind) {
    case 'text':
      return { kind: 'longText', maximum: dataLimits.text };
    case 'number':
      return { kind: 'number', decimals: 6, minimum: -1e12, maximum: 1e12 };
    case 'dateTime':
      return { kind: 'dateTime' };
    case 'choice':
      return {
        kind: 'select',
        options: options.map((value, at) => ({ value, label: { de: value, en: optionsEn?.[at] ?? value } })),
      };
    case 'table':
      return { kind: 'table', columns: columnsIn(field, language) };
    case 'facts':
      return null;
  }
}

/** Returns the stored form of a field's input, or its fault. */
export function checkEntry(field: TemplateField, value: unknown): Checked<FieldValue> {
  if (isEmpty(value)) return { value: null };
  const shape = entryShape(field);
  if (!shape) return { fault: 'error_invalid_input' };
  const checked = checkField(shape, value) as Checked<FieldValue>;
  // saved during typing, so that a trailing space begins the next word
  return shape.kind === 'longText' && 'value' in checked ? { value: value as string } : checked;
}

/** Returns the required fields without input. */
export const missingFields = (template: SituationReportTemplate, data: ReportData): TemplateField[] =>
  fieldsOf(template).filter((field) => field.required && isEmpty(data[field.key]));

/** Times that differ in every report. */
const moving = ['asOf', 'periodFrom'];

/** Returns the keys of fields that differ from the previous report, except the log. */
export function changedReportFields(template: SituationReportTemplate, before: ReportData, now: ReportData): string[] {
  return fieldsOf(template)
    .filter(({ key, source }) => !moving.includes(key) && source !== 'log')
    .filter(({ key }) => canonical(before[key]) !== canonical(now[key]))
    .map(({ key }) => key);
}

/** Returns a value as comparable text, without the time of facts. */
function canonical(value: FieldValue | undefined): string {
  if (value === undefined || isEmpty(value)) return '';
  return JSON.stringify(typeof value === 'object' && !Array.isArray(value) ? { ...value, at: '' } : value);
}
