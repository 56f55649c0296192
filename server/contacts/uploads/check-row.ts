import { type CheckedData, checkEntries, type GivenData } from '#server/contacts/people/person-data.ts';
import { checkFields, type PersonFields } from '#server/contacts/people/person-fields.ts';
import { differing } from '#server/platform/database/versions.ts';
import type { StoredValue } from '#shared/person-data.ts';
import type { NamedGroup } from './group-paths.ts';
import { isSplitFrom } from './match.ts';
import type { PersonValue, StoredPerson } from './people.ts';
import { placeBeside } from './values/place.ts';
import { type Problem, problemAt, type ReadingPlan, type ReadRow } from './values/row.ts';
import { isHeaderAgain, unlikelyPart } from './values/unlikely-name.ts';

export interface RowChanges {
  [target: string]: { before: PersonValue; after: PersonValue } | { after: NamedGroup[] };
}

/** The effect of a row. */
export interface CheckedRow {
  line: number;
  outcome: 'created' | 'updated' | 'unchanged' | 'failed';
  personId: number | null;
  personVersion: number | null;
  name: string;
  problems: Problem[];
  remarks: Problem[];
  changes: RowChanges;
}

/**
 * Compares a row with its person (null: new). Drops invalid optional values with a remark, unless strict; other errors
 * reject the row, which lists all its errors.
 */
export function checkRow(row: ReadRow, person: StoredPerson | null, plan: ReadingPlan): CheckedRow {
  const { line, groups, keys } = row;
  const stored = person ?? newPerson;
  const names = checkNames(row, person, plan);
  const data = checkGiven(row, person, plan);
  const problems = [...row.problems, ...names.problems, ...data.problems];
  const remarks = [...row.remarks, ...names.remarks, ...data.remarks];
  const changes: RowChanges = {};
  const wanted: Record<string, PersonValue> = { ...names.columns } as Record<string, PersonValue>;
  if (keys.externalId) wanted['externalId'] = keys.externalId;
  for (const [target, after] of Object.entries(differing(stored.fields, wanted))) {
    changes[target] = { before: person ? (stored.fields[target] ?? null) : null, after: after! };
  }
  for (const { type, value } of data.entries) {
    changes[type.identifier] = { before: plainValue(stored.values.get(type.id)), after: plainValue(value) };
  }
  const joined = groups.filter(({ id }) => id === null || !stored.groupIds.has(id));
  if (joined.length) changes['groups'] = { after: joined };
  const outcome = problems.length ? 'failed' : !person ? 'created' : isEmpty(changes) ? 'unchanged' : 'updated';
  return {
    line,
    outcome,
    problems,
    remarks,
    name: row.name || person?.name || '',
    personId: person?.id ?? null,
    personVersion: person?.version ?? null,
    changes: outcome === 'failed' ? {} : changes,
  };
}

function checkNames(row: ReadRow, person: StoredPerson | null, plan: ReadingPlan) {
  const { firstName, lastName, ...others } = row.fields;
  const isKnown = person !== null && isSplitFrom(row, `${person.fields['firstName']} ${person.fields['lastName']}`);
  const fields: PersonFields = isKnown ? others : row.fields;
  const checked = checkFields(person ? fields : { firstName: '', lastName: '', ...fields });
  const faults = Object.entries(checked.faults).map(([target, key]) =>
    problemAt(plan, target, key, fields[target as 'title'] ?? null),
  );
  const isLeftOut = ({ target }: Problem) => target === 'title' && !plan.isStrict;
  const columns = checked.columns;
  const names = { firstName: firstName ?? '', lastName: lastName ?? '' };
  const isHeader = isHeaderAgain(names.firstName, names.lastName);
  const part = isHeader ? 'firstName' : unlikelyPart(names.firstName, names.lastName);
  const doubts = part ? [problemAt(plan, part, 'error_upload_unlikely_name', names[part])] : [];
  return {
    columns,
    problems: [...faults.filter((one) => !isLeftOut(one)), ...(isHeader ? doubts : [])],
    remarks: [...faults.filter(isLeftOut), ...(isHeader ? [] : doubts)],
  };
}

type Checked = { entries: CheckedData['entries']; problems: Problem[]; remarks: Problem[] };

function checkGiven(row: ReadRow, person: StoredPerson | null, plan: ReadingPlan): Checked {
  const stored = person?.values ?? newPerson.values;
  const { given, remarks } = placeBeside(row, stored, plan);
  if (!given.length && person) return { entries: [], problems: [], remarks };
  const checked = checkEntries(plan.rules, given, stored);
  const faults = faultsOf(checked.faults, given, plan);
  if (!faults.length || plan.isStrict) return { entries: checked.entries, problems: faults, remarks };
  const isGood = ({ keyField }: GivenData) =>
    !plan.rules.types.some(({ id, identifier }) => id === keyField && checked.faults[`personData.${identifier}`]);
  const again = checkEntries(plan.rules, given.filter(isGood), stored);
  // without invalid values, required ones remain
  const isRefused = Object.keys(again.faults).length > 0;
  if (isRefused) return { entries: again.entries, problems: faults, remarks };
  return { entries: again.entries, problems: [], remarks: [...remarks, ...faults] };
}

/** A new person: active, without other values. */
const newPerson: Pick<StoredPerson, 'fields' | 'values' | 'groupIds'> = {
  fields: { isActive: true, isCrisis: false, title: null },
  values: new Map(),
  groupIds: new Set(),
};

const isEmpty = (changes: RowChanges) => Object.keys(changes).length === 0;
const plainValue = (value: StoredValue | null | undefined): PersonValue => value?.valueStr ?? value?.valueInt ?? null;

function faultsOf(data: CheckedData['faults'], given: readonly GivenData[], plan: ReadingPlan): Problem[] {
  return Object.entries(data).map(([name, key]) => {
    const target = name.replace(/^personData\./, '');
    const id = plan.types.get(target)?.id;
    return problemAt(plan, target, key, given.find(({ keyField }) => keyField === id)?.valueStr ?? null);
  });
}
