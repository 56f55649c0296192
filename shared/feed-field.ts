import { checkField, type Shape } from './fields/kinds.ts';
import type { Label } from './label.ts';
import type { RefusalKey } from './refusals.ts';

/** An extra input of a message on a channel. */
export type FeedField = Shape & {
  name: string;
  label: Label;
  hint?: Label;
  required?: boolean;
  /** Value while nothing is entered. */
  default?: string | number | boolean | readonly string[];
};

export type FeedValues = Readonly<Record<string, unknown>>;

/** The checked input: values or defaults, faults, and missing fields. */
export interface CheckedFeed {
  values: FeedValues;
  faults: Readonly<Record<string, RefusalKey>>;
  missing: readonly string[];
}

/** Checks input against the channel's fields; drops unknown names. */
export function checkFeed(fields: readonly FeedField[], entered: unknown): CheckedFeed {
  const given = isRecord(entered) ? entered : {};
  const values: Record<string, unknown> = {};
  const faults: Record<string, RefusalKey> = {};
  for (const field of fields) {
    const checked = checkField(field, given[field.name] === undefined ? field.default : given[field.name]);
    if ('fault' in checked) faults[field.name] = checked.fault;
    else values[field.name] = checked.value;
  }
  const missing = fields.filter(({ name, required }) => required && !faults[name] && isNothing(values[name]));
  return { values, faults, missing: missing.map(({ name }) => name) };
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isNothing = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);
