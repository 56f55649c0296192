import type { DataRules, DataType, GivenData } from '#server/contacts/people/person-data.ts';
import type { PersonFields } from '#server/contacts/people/person-fields.ts';
import type { GroupPaths, NamedGroup } from '#server/contacts/uploads/group-paths.ts';
import type { FileColumn } from '#server/contacts/uploads/headers/columns.ts';
import { mayGive } from '#server/contacts/uploads/headers/targets.ts';
import { cut } from '#shared/cut.ts';
import { dataShape } from '#shared/person-data.ts';
import { internationalPhone, readPhone } from '#shared/phone-number.ts';
import { phoneRemarkKeys } from '#shared/phone-remarks.ts';
import type { RefusalKey } from '#shared/refusals.ts';

/** A problem of a row, with its place. */
export interface Problem {
  /** Null for the whole row, or a value without a column. */
  column: string | null;
  /** The identifier of the value's target. */
  target: string | null;
  key: RefusalKey;
  /** Another affected line of the file. */
  line: number | null;
  value: string | null;
}

/** The keys of a person, strongest first. */
export interface RowKeys {
  externalId: string | null;
  email: string | null;
  mobile: string | null;
}

/** A guessed value, and possible types, best first. */
export interface Guess {
  header: string;
  target: string;
  text: string;
  places: readonly number[];
}

/** An interpreted row; empty cells change nothing and are absent. */
export interface ReadRow {
  line: number;
  name: string;
  fields: PersonFields;
  /** First and last name may be swapped. */
  isNameSplit: boolean;
  data: GivenData[];
  /** Types whose value was placed by a guess. */
  guessed: Map<number, Guess>;
  groups: NamedGroup[];
  keys: RowKeys;
  problems: Problem[];
  /** Dropped or changed values, or a known name. */
  remarks: Problem[];
}

/** The data for reading a file's rows. */
export interface ReadingPlan {
  columns: readonly FileColumn[];
  rules: DataRules;
  types: ReadonlyMap<string, DataType>;
  groups: GroupPaths;
  /** A group that every person of the file joins. */
  group: NamedGroup | null;
  email: DataType | null;
  mobile: DataType | null;
  /** Unique external ids without leading zeros. */
  idsWithZeros: ReadonlyMap<string, string>;
  /** Rejects a row with any invalid value. */
  isStrict: boolean;
  /** Position of a column whose values name groups, or null. */
  groupsFrom: number | null;
  /** For numbers without 0 and +; may be empty. */
  areaCode: string;
}

/** Returns a problem with a target's column. */
export function problemAt(plan: ReadingPlan, target: string, key: RefusalKey, value: string | null = null): Problem {
  const own = plan.columns.find((one) => one.target === target);
  const column = own ?? plan.columns.find((one) => mayGive(one.target, target));
  return remark(column?.header ?? null, target, key, value);
}

export const problem = (line: number | null, key: RefusalKey): Problem => ({
  column: null,
  target: null,
  key,
  line,
  value: null,
});

const valueLength = 100;

/** Returns a remark on a column's value. */
export const remark = (column: string | null, target: string, key: RefusalKey, value: string | null): Problem => ({
  column,
  target,
  key,
  line: null,
  value: value === null ? null : cut(value, valueLength),
});

/** Returns a phone number's remarks, with the interpreted number. */
export function phoneRemarks(
  plan: ReadingPlan,
  type: DataType,
  { header, target, text }: { header: string; target: string; text: string },
): Problem[] {
  const shape = dataShape(type);
  const reading = shape.kind === 'phone' ? readPhone(text, plan.rules.country, shape.mobile) : null;
  if (!reading) return [];
  const { number, remarks } = reading;
  const isReread = remarks.includes('countryCode') || remarks.includes('twoReadings');
  const value = isReread ? `${text} → ${internationalPhone(number)}` : text;
  return remarks.map((one) => remark(header, target, phoneRemarkKeys[one], value));
}
