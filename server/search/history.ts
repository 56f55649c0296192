import type { Context } from '#server/context.ts';
import type { Row } from '#server/graphql/types.ts';
import { signedIn } from '#server/viewer/viewer.ts';

/** Empties the signed-in user's search history. */
export function clearSearchHistory(ctx: Context): Promise<Row<'users'>> {
  return ctx.db
    .updateTable('users')
    .set({ searchHistory: [] })
    .where('id', '=', signedIn(ctx).viewer.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
