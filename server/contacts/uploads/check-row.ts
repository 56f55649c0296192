import { checkEntries } from '#server/contacts/people/person-data.ts';
import { checkFields } from '#server/contacts/people/person-fields.ts';
import { differing } from '#server/database/versions.ts';
import type { StoredValue } from '#shared/person-data.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import type { NamedGroup } from './group-paths.ts';
import type { StoredPerson, Value } from './people.ts';
import { type Problem, problemAt, type ReadingPlan, type ReadRow } from './read-row.ts';

/** What a row changes, by target; of groups those that the person joins. */
export interface RowChanges {
  [target: string]: { before: Value; after: Value } | { after: NamedGroup[] };
}

/** What a row would do. */
export interface CheckedRow {
  line: number;
  outcome: 'created' | 'updated' | 'unchanged' | 'failed';
  personId: number | null;
  personVersion: number | null;
  name: string;
  problems: Problem[];
  changes: RowChanges;
}

/** Compares a row with the person it is about (null: a new one); refused with all that is wrong with it. */
export function checkRow(row: ReadRow, person: StoredPerson | null, plan: ReadingPlan): CheckedRow {
  const { line, fields, keys, groups } = row;
  const changes: RowChanges = {};
  const checked = checkFields(person ? fields : { firstName: '', lastName: '', ...fields });
  const data = row.data.length || !person ? checkEntries(plan.rules, row.data, person?.values ?? new Map()) : null;
  const problems = [...row.problems, ...faultsOf(checked.faults, data?.faults ?? {}, plan)];
  const wanted: Record<string, Value> = { ...checked.columns } as Record<string, Value>;
  if (keys.externalId) wanted['externalId'] = keys.externalId;
  const stored = person ?? newPerson;
  for (const [target, after] of Object.entries(differing(stored.fields, wanted))) {
    changes[target] = { before: person ? (stored.fields[target] ?? null) : null, after: after! };
  }
  for (const { type, value } of data?.entries ?? []) {
    changes[type.identifier] = { before: plainValue(stored.values.get(type.id)), after: plainValue(value) };
  }
  const joined = groups.filter(({ id }) => id === null || !stored.groupIds.has(id));
  if (joined.length) changes['groups'] = { after: joined };
  const outcome = problems.length ? 'failed' : !person ? 'created' : isEmpty(changes) ? 'unchanged' : 'updated';
  return {
    line,
    outcome,
    problems,
    name: row.name || person?.name || '',
    personId: person?.id ?? null,
    personVersion: person?.version ?? null,
    changes: outcome === 'failed' ? {} : changes,
  };
}

/** How a new person begins: active, and nothing else said. */
const newPerson: Pick<StoredPerson, 'fields' | 'values' | 'groupIds'> = {
  fields: { isActive: true, isCrisis: false, title: null },
  values: new Map(),
  groupIds: new Set(),
};

const isEmpty = (changes: RowChanges) => Object.keys(changes).length === 0;
const plainValue = (value: StoredValue | null | undefined): Value => value?.valueStr ?? value?.valueInt ?? null;

function faultsOf(fields: Record<string, RefusalKey>, data: Record<string, RefusalKey>, plan: ReadingPlan): Problem[] {
  return [
    ...Object.entries(fields).map(([target, key]) => problemAt(plan, target, key)),
    ...Object.entries(data).map(([name, key]) => problemAt(plan, name.replace(/^personData\./, ''), key)),
  ];
}
