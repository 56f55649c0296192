import { Refusal } from '#server/errors.ts';
import type { Row } from '#server/graphql/types.ts';
import { limits } from '#shared/limits.ts';
import type { RefusalKey } from '#shared/refusals.ts';

/** What is said of a person besides contact data; undefined leaves a field as it is. */
export interface PersonFields {
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  title?: string | null | undefined;
  isActive?: boolean | null | undefined;
  isCrisis?: boolean | null | undefined;
}

/** The columns that the fields change, and what is wrong with them by field. */
export interface CheckedFields {
  columns: Partial<Row<'people'>>;
  faults: Record<string, RefusalKey>;
}

/** Checks names and flags. */
export function checkFields(given: PersonFields): CheckedFields {
  const checked: CheckedFields = { columns: {}, faults: {} };
  for (const field of ['firstName', 'lastName'] as const) {
    if (given[field] === undefined || given[field] === null) continue;
    const name = given[field].trim();
    const fault = name ? nameFault(name) : 'error_required';
    if (fault) checked.faults[field] = fault;
    checked.columns[field] = name;
  }
  if (given.title !== undefined) {
    const title = given.title?.trim() || null;
    const fault = title && nameFault(title);
    if (fault) checked.faults['title'] = fault;
    checked.columns.title = title;
  }
  if (typeof given.isActive === 'boolean') checked.columns.isActive = given.isActive;
  if (typeof given.isCrisis === 'boolean') checked.columns.isCrisis = given.isCrisis;
  return checked;
}

/** What is wrong with a text that stands in one line, null when nothing is. */
export function nameFault(name: string): RefusalKey | null {
  if (name.length > limits.nameMaximum) return 'error_too_long';
  return /[\p{Cc}\u2028\u2029]/u.test(name) ? 'error_invalid_input' : null;
}

/** Refuses with all that is wrong at once; with one key when that is the same everywhere. */
export function refuseFaults(...all: Record<string, RefusalKey>[]): void {
  const faults: Record<string, RefusalKey> = Object.assign({}, ...all);
  const keys = new Set(Object.values(faults));
  const [only] = keys;
  if (only) throw new Refusal(keys.size === 1 ? only : 'error_invalid_input', faults);
}
