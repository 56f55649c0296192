import type { Checked } from './fields/kind.ts';
import { checkField, type Shape } from './fields/kinds.ts';
import { writtenIn } from './label.ts';
import { defaultLanguage } from './languages.ts';
import type { Facts } from './situation-report-facts.ts';
import type { SituationReportTemplate, TemplateField } from './situation-report-template.ts';

/** What one field of a situation report may hold. */
export type FieldValue = string | number | string[][] | Facts | null;

/** What was entered and filled in, by the fields' keys. */
export type ReportData = Record<string, FieldValue>;

/** Most characters of one text, and of all that is entered. */
export const dataLimits = { text: 20_000, whole: 400_000 } as const;

/** All fields of a template in their order. */
export const fieldsOf = (template: SituationReportTemplate): TemplateField[] =>
  template.sections.flatMap((section) => section.fields);

/** Whether nothing is entered. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.every((row) => Array.isArray(row) && row.every(isEmpty)));

/** The columns of a table for a reader of a language. */
export const columnsIn = ({ columns = [], columnsEn }: TemplateField, language: string): string[] =>
  columns.map((de, at) => writtenIn({ de, en: columnsEn?.[at] }, language));

/** What a field holds, for a reader of a language; null for facts, which nobody enters. */
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

/** What was entered in a field as it is stored, null for nothing; or what is wrong with it. */
export function checkEntry(field: TemplateField, value: unknown): Checked<FieldValue> {
  if (isEmpty(value)) return { value: null };
  const shape = entryShape(field);
  if (!shape) return { fault: 'error_invalid_input' };
  const checked = checkField(shape, value) as Checked<FieldValue>;
  // a report saves itself while somebody writes: the blank at the end of a text is where the next word begins
  return shape.kind === 'longText' && 'value' in checked ? { value: value as string } : checked;
}

/** The required fields of a template in which nothing is entered. */
export const missingFields = (template: SituationReportTemplate, data: ReportData): TemplateField[] =>
  fieldsOf(template).filter((field) => field.required && isEmpty(data[field.key]));

/** Moments that move on with every report: that they differ says nothing. */
const moving = ['asOf', 'periodFrom'];

/** The fields, by key, that say something else than the report before; log entries are always new and not named. */
export function changedFields(template: SituationReportTemplate, before: ReportData, now: ReportData): string[] {
  return fieldsOf(template)
    .filter(({ key, source }) => !moving.includes(key) && source !== 'log')
    .filter(({ key }) => canonical(before[key]) !== canonical(now[key]))
    .map(({ key }) => key);
}

/** A value as text: nothing is nothing however it is stored, and facts are compared without their moment. */
function canonical(value: FieldValue | undefined): string {
  if (value === undefined || isEmpty(value)) return '';
  return JSON.stringify(typeof value === 'object' && !Array.isArray(value) ? { ...value, at: '' } : value);
}
