import { isDeepStrictEqual } from 'node:util';
import { Refusal } from '#server/platform/errors.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import {
  checkEntry,
  dataLimits,
  fieldsOf,
  isEmpty,
  missingFields,
  type ReportData,
} from '#shared/situation-report-data.ts';
import type { SituationReportTemplate } from '#shared/situation-report-template.ts';

/**
 * Checks input by field; empty values remove it. Rejects unknown, invalid and computed fields as `data.<key>`, but not the facts
 * of `before`: a client may return what it read.
 */
export function checkReportData(
  template: SituationReportTemplate,
  given: unknown,
  before: ReportData = {},
): ReportData {
  if (given === null || given === undefined) return {};
  if (typeof given !== 'object' || Array.isArray(given)) throw refusal({ '': 'error_invalid_input' });
  const fields = new Map(fieldsOf(template).map((field) => [field.key, field]));
  const faults: Record<string, RefusalKey> = {};
  const data: ReportData = {};
  for (const [key, value] of Object.entries(given)) {
    const field = fields.get(key);
    if (field?.kind === 'facts' && isDeepStrictEqual(value, before[key])) continue;
    const checked = field ? checkEntry(field, value) : { fault: 'error_invalid_input' as const };
    if ('fault' in checked) faults[key] = checked.fault;
    else data[key] = checked.value;
  }
  if (Object.keys(faults).length) throw refusal(faults);
  return data;
}

/** Merges changes without empty values. Rejects too long data. */
export function withChanges(data: ReportData, changes: ReportData): ReportData {
  const entries = Object.entries({ ...data, ...changes }).filter(([, value]) => !isEmpty(value));
  if (JSON.stringify(entries).length > dataLimits.whole)
    throw new Refusal('error_too_long', { data: 'error_too_long' });
  return Object.fromEntries(entries);
}

/** Rejects a report without a value in a required field. */
export function refuseMissing(template: SituationReportTemplate, data: ReportData): void {
  const missing = missingFields(template, data).map(({ key }) => [key, 'error_required'] as const);
  if (missing.length) throw refusal(Object.fromEntries(missing), 'error_required');
}

function refusal(faults: Record<string, RefusalKey>, key: RefusalKey = 'error_invalid_input'): Refusal {
  const named = Object.entries(faults).map(([field, fault]) => [field ? `data.${field}` : 'data', fault]);
  return new Refusal(key, Object.fromEntries(named));
}
