import { loadDataRules } from '#server/contacts/people/person-data.ts';
import type { Db, Tx } from '#server/database/connect.ts';
import { requireActive } from '#server/input.ts';
import type { UploadOptions } from './check.ts';
import type { Column } from './columns.ts';
import { loadGroupPaths } from './group-paths.ts';
import type { ReadingPlan } from './read-row.ts';
import { type Target, targetsOf } from './targets.ts';

/** Loads what reading rows needs; `columns` says what the columns are for, given what there is. */
export async function planReading(
  db: Db | Tx,
  { group }: Pick<UploadOptions, 'group'>,
  columns: (targets: readonly Target[]) => Column[],
): Promise<ReadingPlan> {
  const groupId = group ?? null;
  if (groupId !== null) await requireActive(db, 'groups', 'group', [groupId]);
  const [rules, groups] = [await loadDataRules(db), await loadGroupPaths(db)];
  const targets = targetsOf(rules.types);
  const types = new Map(targets.flatMap(({ identifier, type }) => (type ? [[identifier, type] as const] : [])));
  return {
    columns: columns(targets),
    rules,
    types,
    groups,
    group: groupId === null ? null : { id: groupId, path: groups.paths.get(groupId) ?? '' },
    email: types.get('email_business') ?? null,
    mobile: types.get('mobile_business') ?? null,
  };
}
