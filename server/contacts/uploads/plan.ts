import { sql } from 'kysely';
import { requireActive } from '#server/api/input.ts';
import { loadDataRules } from '#server/contacts/people/person-data.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';
import { loadGroupPaths } from './group-paths.ts';
import { type ColumnTarget, columnTargetsOf } from './headers/targets.ts';
import type { ReadingPlan } from './values/row.ts';

interface Choice {
  /** A group that every person of the file joins. */
  group?: number | null | undefined;
  /** Rejects a row with any invalid value. */
  isStrict?: boolean | null | undefined;
  /** Position of a column whose values name additional groups. */
  groupsFrom?: number | null | undefined;
  /** For numbers without 0 and +. */
  areaCode?: string | null | undefined;
}

async function loadIdsWithZeros(db: Db | Tx): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ bare: string; id: string }>`
    select ltrim(external_id, '0') as bare, min(external_id) as id from people p
    where external_id like '0%' and not exists (select 1 from people where external_id = ltrim(p.external_id, '0'))
    group by bare having count(*) = 1`.execute(db);
  return new Map(rows.map(({ bare, id }) => [bare, id]));
}

function readAreaCode(written: string | null | undefined): string {
  const areaCode = written?.trim() ?? '';
  if (areaCode && !/^[+0][\d /().-]{1,18}$/.test(areaCode))
    throw new Refusal('error_invalid_phone', { areaCode: 'error_invalid_phone' });
  return areaCode;
}

/** Loads data for reading, and targets. */
export async function planReading(
  db: Db | Tx,
  { group, groupsFrom, isStrict, areaCode }: Choice,
): Promise<Omit<ReadingPlan, 'columns'> & { targets: readonly ColumnTarget[] }> {
  const groupId = group ?? null;
  if (groupId !== null) await requireActive(db, 'groups', 'group', [groupId]);
  const [rules, groups] = [await loadDataRules(db), await loadGroupPaths(db)];
  const targets = columnTargetsOf(rules.types);
  const types = new Map(targets.flatMap(({ identifier, type }) => (type ? [[identifier, type] as const] : [])));
  return {
    targets,
    rules,
    types,
    groups,
    group: groupId === null ? null : { id: groupId, path: groups.paths.get(groupId) ?? '' },
    idsWithZeros: await loadIdsWithZeros(db),
    email: types.get('email_business') ?? null,
    mobile: types.get('mobile_business') ?? null,
    isStrict: isStrict ?? false,
    groupsFrom: groupsFrom ?? null,
    areaCode: readAreaCode(areaCode),
  };
}
