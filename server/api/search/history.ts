import type { Row } from '#server/api/graphql/types.ts';
import { signedIn } from '#server/api/viewer/viewer.ts';
import type { Context } from '#server/platform/context.ts';

/** Clears the signed-in user's search history. */
export function clearSearchHistory(ctx: Context): Promise<Row<'users'>> {
  return ctx.db
    .updateTable('users')
    .set({ searchHistory: [] })
    .where('id', '=', signedIn(ctx).viewer.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
