import { sql } from 'kysely';
import { loadDataRules } from '#server/contacts/people/person-data.ts';
import type { Db, Tx } from '#server/database/connect.ts';
import { requireActive } from '#server/input.ts';
import { loadGroupPaths } from './group-paths.ts';
import { columnTargetsOf, type Target } from './headers/targets.ts';
import type { ReadingPlan } from './values/row.ts';

/** What is chosen besides the mapping. */
interface Choice {
  /** A group that every person of the file joins. */
  group?: number | null | undefined;
  /** A row with any bad value is refused. */
  isStrict?: boolean | null | undefined;
}

async function loadIdsWithZeros(db: Db | Tx): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ bare: string; id: string }>`
    select ltrim(external_id, '0') as bare, min(external_id) as id from people p
    where external_id like '0%' and not exists (select 1 from people where external_id = ltrim(p.external_id, '0'))
    group by bare having count(*) = 1`.execute(db);
  return new Map(rows.map(({ bare, id }) => [bare, id]));
}

/** Loads what reading rows needs besides the columns, and what these may be mapped to. */
export async function planReading(
  db: Db | Tx,
  { group, isStrict }: Choice,
): Promise<Omit<ReadingPlan, 'columns'> & { targets: readonly Target[] }> {
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
  };
}
