import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import { limits } from '#shared/limits.ts';

/** Puts the term on top of the user's last ten searches. */
export async function rememberSearch(ctx: Context, search: string): Promise<void> {
  const term = search.trim().slice(0, limits.nameMaximum);
  if (!term || !ctx.viewer || ctx.viewer.apiKey) return;
  await sql`
    update users set search_history =
      (array_prepend(${term}::text, array_remove(search_history, ${term})))[1:${sql.lit(limits.searchHistory)}]
    where id = ${ctx.viewer.id} and search_history[1] is distinct from ${term}`.execute(ctx.db);
}
