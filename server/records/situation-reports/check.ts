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
 * What a user entered, by field; what is named and empty is removed. Refuses what is no field of the template, does not
 * fit its field, or is filled by the program alone; every fault is named as `data.<key>`.
 */
export function checkData(template: SituationReportTemplate, given: unknown): ReportData {
  if (given === null || given === undefined) return {};
  if (typeof given !== 'object' || Array.isArray(given)) throw refusal({ '': 'error_invalid_input' });
  const fields = new Map(fieldsOf(template).map((field) => [field.key, field]));
  const faults: Record<string, RefusalKey> = {};
  const data: ReportData = {};
  for (const [key, value] of Object.entries(given)) {
    const field = fields.get(key);
    const checked = field ? checkEntry(field, value) : { fault: 'error_invalid_input' as const };
    if ('fault' in checked) faults[key] = checked.fault;
    else data[key] = checked.value;
  }
  if (Object.keys(faults).length) throw refusal(faults);
  return data;
}

/** The data with changes laid over it, without what is empty; refuses what has grown too long as a whole. */
export function withChanges(data: ReportData, changes: ReportData): ReportData {
  const entries = Object.entries({ ...data, ...changes }).filter(([, value]) => !isEmpty(value));
  if (JSON.stringify(entries).length > dataLimits.whole)
    throw new Refusal('error_too_long', { data: 'error_too_long' });
  return Object.fromEntries(entries);
}

/** Refuses a report in which something required is not entered. */
export function refuseMissing(template: SituationReportTemplate, data: ReportData): void {
  const missing = missingFields(template, data).map(({ key }) => [key, 'error_required'] as const);
  if (missing.length) throw refusal(Object.fromEntries(missing), 'error_required');
}

function refusal(faults: Record<string, RefusalKey>, key: RefusalKey = 'error_invalid_input'): Refusal {
  const named = Object.entries(faults).map(([field, fault]) => [field ? `data.${field}` : 'data', fault]);
  return new Refusal(key, Object.fromEntries(named));
}
