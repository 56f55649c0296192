import { sql } from 'kysely';
import { listPage, type OrderKey, type Page, type PageArgs } from '#server/api/graphql/page.ts';
import type { Context } from '#server/platform/context.ts';
import { holdsAll } from './conditions.ts';
import type { Word } from './words.ts';

/** A table with names and descriptions. */
export type NamedTable = 'groups' | 'mailing_lists' | 'events';

const byName: OrderKey[] = [{ key: 'inName', direction: 'desc' }, { key: 'name', text: true }, { key: 'id' }];
const newestFirst: OrderKey[] = [
  { key: 'inName', direction: 'desc' },
  { key: 'id', direction: 'desc' },
];

// an event of a draft is visible only to its author until something is sent
const visible = ({ viewer }: Context) => sql`and (not t.is_prepared or t.inserted_by = ${viewer?.id ?? null})`;

/** Returns active rows by name or description; name matches come first. */
export function findNamed<Row>(
  ctx: Context,
  table: NamedTable,
  words: readonly Word[],
  args: PageArgs,
): Promise<Page<Row>> {
  const query = sql<Row & { inName: number }>`
    select t.*, (${holdsAll(sql`search_text(t.name)`, words)})::int as in_name from ${sql.table(table)} t
    where t.is_active and ${holdsAll(sql`t.search`, words)} ${table === 'events' ? visible(ctx) : sql``}`;
  return listPage(ctx, args, query, table === 'events' ? newestFirst : byName);
}
