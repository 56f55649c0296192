import type { Row } from '#server/api/graphql/types.ts';
import { Refusal } from '#server/platform/errors.ts';
import { nameShape, text } from '#shared/fields/text.ts';
import type { RefusalKey } from '#shared/refusals.ts';

/** Undefined for no change. */
export interface PersonFields {
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  title?: string | null | undefined;
  isActive?: boolean | null | undefined;
  isCrisis?: boolean | null | undefined;
  /** Channel types in the person's order for alarms. */
  channelOrder?: readonly string[] | null | undefined;
}

/** The changed columns, and the errors by field. */
export interface CheckedFields {
  columns: Partial<Row<'people'>>;
  faults: Record<string, RefusalKey>;
}

/** Validates names and flags. */
export function checkFields(given: PersonFields): CheckedFields {
  const checked: CheckedFields = { columns: {}, faults: {} };
  for (const field of ['firstName', 'lastName', 'title'] as const) {
    const isRequired = field !== 'title';
    if (given[field] === undefined || (isRequired && given[field] === null)) continue;
    const name = text.check(given[field], nameShape);
    if ('fault' in name) checked.faults[field] = name.fault;
    else if (isRequired && name.value === null) checked.faults[field] = 'error_required';
    else Object.assign(checked.columns, { [field]: name.value });
  }
  if (typeof given.isActive === 'boolean') checked.columns.isActive = given.isActive;
  if (typeof given.isCrisis === 'boolean') checked.columns.isCrisis = given.isCrisis;
  if (given.channelOrder) checked.columns.channelOrder = [...given.channelOrder];
  return checked;
}

/** Refuses with all errors at once; with a single key if all are the same. */
export function refuseFaults(...all: Record<string, RefusalKey>[]): void {
  const faults: Record<string, RefusalKey> = Object.assign({}, ...all);
  const keys = new Set(Object.values(faults));
  const [only] = keys;
  if (only) throw new Refusal(keys.size === 1 ? only : 'error_invalid_input', faults);
}
