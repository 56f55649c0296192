import { type RawBuilder, sql } from 'kysely';
import { groupAndBelow, membersOf } from '#server/contacts/groups/tree.ts';
import { reachedBy } from '#server/contacts/mailing-lists/queries.ts';
import type { Context } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';

/** The selection of an export. */
export type ExportSelection =
  | { group: number }
  | { list: number }
  | { isActive: boolean | null; isCrisis: boolean | null };

/** Returns active people of a group with subgroups, a mailing list, or all people; never erased ones. */
export async function selectPeople({ db }: Pick<Context, 'db'>, source: ExportSelection): Promise<number[]> {
  if ('group' in source) await requireRow(db, 'groups', source.group);
  if ('list' in source) await requireRow(db, 'mailingLists', source.list);
  const { rows } = await sql<{ id: number }>`
    select id from people where erased_at is null and ${condition(source)} order by sort_name, id`.execute(db);
  return rows.map(({ id }) => id);
}

function condition(source: ExportSelection): RawBuilder<unknown> {
  if ('group' in source) return sql`id in ${membersOf(groupAndBelow(sql`${source.group}`))}`;
  if ('list' in source) return sql`is_active and id in (select person_id from (${reachedBy([source.list])}) reached)`;
  const { isActive, isCrisis } = source;
  return sql`is_active = coalesce(${isActive}, is_active) and is_crisis = coalesce(${isCrisis}, is_crisis)`;
}

async function requireRow(db: Context['db'], table: 'groups' | 'mailingLists', id: number): Promise<void> {
  if (!(await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst())) {
    throw new Refusal('error_not_found');
  }
}
