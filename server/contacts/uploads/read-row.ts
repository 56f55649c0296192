import { checkValue } from '#server/contacts/people/check-value.ts';
import type { DataRules, DataType, GivenData } from '#server/contacts/people/person-data.ts';
import type { PersonFields } from '#server/contacts/people/person-fields.ts';
import { withoutApostrophe } from '#server/csv.ts';
import { nameShape, text } from '#shared/fields/text.ts';
import { toggle } from '#shared/fields/toggle.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import type { Column } from './columns.ts';
import { findGroup, type GroupPaths, type NamedGroup, parsePaths } from './group-paths.ts';
import type { CsvRecord } from './parse.ts';

/** What is wrong with a row, and where. */
export interface Problem {
  /** Header of the column; null when it is about the whole row or about something no column gives. */
  column: string | null;
  /** Identifier of what the value would have become. */
  target: string | null;
  key: RefusalKey;
  /** Another line of the file that it is about. */
  line: number | null;
}

/** By what a row is recognised as a person, in their stored form; the first that is there decides. */
export interface RowKeys {
  externalId: string | null;
  email: string | null;
  mobile: string | null;
}

/** A row of a file as it is to be understood; cells that are empty change nothing and are left out. */
export interface ReadRow {
  line: number;
  name: string;
  fields: PersonFields;
  data: GivenData[];
  groups: NamedGroup[];
  keys: RowKeys;
  problems: Problem[];
}

/** All that reading the rows of a file needs. */
export interface ReadingPlan {
  columns: readonly Column[];
  rules: DataRules;
  types: ReadonlyMap<string, DataType>;
  groups: GroupPaths;
  /** A group that every person of the file joins. */
  group: NamedGroup | null;
  email: DataType | null;
  mobile: DataType | null;
}

/** Reads a record by the columns' targets. */
export function readRow({ line, cells }: CsvRecord, plan: ReadingPlan): ReadRow {
  const keys = { externalId: null, email: null, mobile: null };
  const row: ReadRow = { line, name: '', fields: {}, data: [], groups: [], keys, problems: [] };
  if (plan.group) row.groups.push(plan.group);
  for (const [at, { target }] of plan.columns.entries()) {
    const text = withoutApostrophe(cells[at] ?? '').trim();
    if (target && text) readCell(row, target, text, plan);
  }
  if (cells.slice(plan.columns.length).some((cell) => cell)) row.problems.push(problem(null, 'error_upload_cells'));
  row.name = [row.fields.title, row.fields.firstName, row.fields.lastName].filter(Boolean).join(' ').slice(0, 500);
  return row;
}

/** A problem with the column that a target comes from. */
export function problemAt(plan: ReadingPlan, target: string, key: RefusalKey): Problem {
  const column = plan.columns.find((one) => one.target === target)?.header ?? null;
  return { column, target, key, line: null };
}

/** A problem of the whole row. */
export const problem = (line: number | null, key: RefusalKey): Problem => ({ column: null, target: null, key, line });

function readCell(row: ReadRow, target: string, written: string, plan: ReadingPlan): void {
  const refuse = (key: RefusalKey) => row.problems.push(problemAt(plan, target, key));
  switch (target) {
    case 'firstName':
    case 'lastName':
    case 'title':
      row.fields[target] = written.replace(/\s*[\n\t]\s*/g, ' ');
      return;
    case 'externalId': {
      const checked = text.check(written, nameShape);
      if ('fault' in checked) refuse(checked.fault);
      else row.keys.externalId = written;
      return;
    }
    case 'isActive':
    case 'isCrisis': {
      const checked = toggle.check(written, { kind: 'toggle' });
      if ('fault' in checked) refuse(checked.fault);
      else row.fields[target] = checked.value === true;
      return;
    }
    case 'groups':
      for (const names of parsePaths(written)) {
        const group = findGroup(plan.groups, names);
        if ('fault' in group) refuse(group.fault);
        else if (!row.groups.some(({ id, path }) => id === group.id && path === group.path)) row.groups.push(group);
      }
      return;
    default:
      readValue(row, plan.types.get(target)!, written, plan);
  }
}

function readValue(row: ReadRow, type: DataType, text: string, plan: ReadingPlan): void {
  const valueStr = asEntered(type.fieldType, text);
  row.data.push({ keyField: type.id, valueStr });
  if (type !== plan.email && type !== plan.mobile) return;
  const checked = checkValue(type, { valueStr }, plan.rules.country);
  if ('fault' in checked) return; // reported with all the others
  if (type === plan.email) row.keys.email = checked.value?.valueStr?.toLowerCase() ?? null;
  else row.keys.mobile = checked.value?.valueStr ?? null;
}

/** What a spreadsheet makes of a number or a day, as a person would enter it. */
function asEntered(fieldType: string, text: string): string {
  if (fieldType === 'number') return text.replace(/^([+-]?\d+)[.,]0+$/, '$1');
  if (fieldType === 'date') return text.replace(/[ T]0?0:00(:00(\.0+)?)?$/, '');
  return text;
}
