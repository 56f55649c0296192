import type { RefusalKey } from './refusals.ts';
import type { Facts } from './situation-report-facts.ts';
import type { SituationReportTemplate, TemplateField } from './situation-report-template.ts';

/** What one field of a situation report may hold. */
export type FieldValue = string | number | string[][] | Facts | null;

/** What was entered and filled in, by the fields' keys. */
export type ReportData = Record<string, FieldValue>;

/** The longest entries of a situation report. */
export const dataLimits = { text: 20_000, cell: 1000, rows: 200, whole: 400_000 } as const;

/** All fields of a template in their order. */
export const fieldsOf = (template: SituationReportTemplate): TemplateField[] =>
  template.sections.flatMap((section) => section.fields);

/** Whether nothing is entered. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.every((row) => Array.isArray(row) && row.every(isEmpty)));

/** What speaks against a value for this field, or null; nothing entered is always possible. */
export function faultOf(field: TemplateField, value: unknown): RefusalKey | null {
  if (isEmpty(value)) return null;
  switch (field.kind) {
    case 'text':
      return typeof value === 'string' ? tooLong(value, dataLimits.text) : 'error_invalid_input';
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? null : 'error_invalid_number';
    case 'dateTime':
      return isMoment(value) ? null : 'error_invalid_date';
    case 'choice':
      return field.options?.includes(value as string) ? null : 'error_unknown_choice';
    case 'table':
      return tableFault(field.columns?.length ?? 0, value);
    case 'facts':
      return 'error_invalid_input';
  }
}

const tooLong = (text: string, maximum: number): RefusalKey | null => (text.length > maximum ? 'error_too_long' : null);

/** A moment as overdue reports are found by it: RFC 3339 in UTC. */
const isMoment = (value: unknown) =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/.test(value) &&
  !Number.isNaN(Date.parse(value));

function tableFault(columns: number, value: unknown): RefusalKey | null {
  if (!Array.isArray(value)) return 'error_invalid_input';
  if (value.length > dataLimits.rows) return 'error_too_many';
  const fits = (row: unknown) =>
    Array.isArray(row) && row.length === columns && row.every((cell) => typeof cell === 'string');
  if (!value.every(fits)) return 'error_invalid_input';
  return value.flat().some((cell: string) => cell.length > dataLimits.cell) ? 'error_too_long' : null;
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
