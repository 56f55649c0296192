import { checkField, type Shape } from './fields/kinds.ts';
import type { Label } from './label.ts';
import type { RefusalKey } from './refusals.ts';

/** One input of a message on a channel besides title and text, as the channel's provider describes it. */
export type FeedField = Shape & {
  name: string;
  label: Label;
  hint?: Label;
  required?: boolean;
  /** What holds while nothing was entered. */
  default?: string | number | boolean | readonly string[];
};

/** What was entered, by the names of the fields. */
export type FeedValues = Readonly<Record<string, unknown>>;

/** What a channel makes of what was entered: every field with its value or default, what is wrong, and what is missing. */
export interface CheckedFeed {
  values: FeedValues;
  faults: Readonly<Record<string, RefusalKey>>;
  missing: readonly string[];
}

/** Checks what was entered for a message against the fields of its channel; names that are none are left out. */
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

/** Whether a value is an object as feed values are. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isNothing = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);
