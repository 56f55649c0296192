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

/** What is wrong with a row, and where. */
export interface Problem {
  /** Header of the column; null when it is about the whole row or about something no column gives. */
  column: string | null;
  /** Identifier of what the value would have become. */
  target: string | null;
  key: RefusalKey;
  /** Another line of the file that it is about. */
  line: number | null;
  /** What stands in the file. */
  value: string | null;
}

/** By what a row is recognised as a person, in their stored form; the first that is there decides. */
export interface RowKeys {
  externalId: string | null;
  email: string | null;
  mobile: string | null;
}

/** A value that was placed as it stands in the file, and the types it may go to, the best first. */
export interface Guess {
  header: string;
  target: string;
  text: string;
  places: readonly number[];
}

/** A row of a file as it is to be understood; cells that are empty change nothing and are left out. */
export interface ReadRow {
  line: number;
  name: string;
  fields: PersonFields;
  /** First and last name come from one text, and which is which may be wrong. */
  isNameSplit: boolean;
  data: GivenData[];
  /** Types whose value was placed there while nothing said that it belongs there. */
  guessed: Map<number, Guess>;
  groups: NamedGroup[];
  keys: RowKeys;
  /** Why it is refused. */
  problems: Problem[];
  /** What of it is left out or changed, while it comes in; or that it makes somebody of a known name. */
  remarks: Problem[];
}

/** All that reading the rows of a file needs. */
export interface ReadingPlan {
  columns: readonly FileColumn[];
  rules: DataRules;
  types: ReadonlyMap<string, DataType>;
  groups: GroupPaths;
  /** A group that every person of the file joins. */
  group: NamedGroup | null;
  email: DataType | null;
  mobile: DataType | null;
  /** External ids that begin with zeros, by what is left without these, where that is nobody else's. */
  idsWithZeros: ReadonlyMap<string, string>;
  /** A row with any bad value is refused. */
  isStrict: boolean;
  /** Place of a column whose values name groups; null for none. */
  groupsFrom: number | null;
  /** What stands before telephone numbers that begin with neither 0 nor +; empty for nothing. */
  areaCode: string;
}

/** A problem with the column that a target comes from. */
export function problemAt(plan: ReadingPlan, target: string, key: RefusalKey, value: string | null = null): Problem {
  const own = plan.columns.find((one) => one.target === target);
  const column = own ?? plan.columns.find((one) => mayGive(one.target, target));
  return remark(column?.header ?? null, target, key, value);
}

/** A problem with the whole row, or with an earlier line of the file. */
export const problem = (line: number | null, key: RefusalKey): Problem => ({
  column: null,
  target: null,
  key,
  line,
  value: null,
});

const valueLength = 100;

/** What is to be said of a value of a column. */
export const remark = (column: string | null, target: string, key: RefusalKey, value: string | null): Problem => ({
  column,
  target,
  key,
  line: null,
  value: value === null ? null : cut(value, valueLength),
});

/** Remarks on a telephone number that goes into a field; where it was read in another way than written, with the number. */
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
