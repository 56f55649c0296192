import { optionalNumberOf } from '#server/api/graphql/ids.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import { Refusal } from '#server/platform/errors.ts';

/**
 * Returns the file of an image input, null to clear it. Others' files count as missing, because addresses are
 * confidential.
 */
export async function imageOf(ctx: SignedIn, userId: number | null, id: string | null): Promise<number | null> {
  const number = optionalNumberOf('files', id) ?? null;
  if (number === null) return null;
  const file = await ctx.db
    .selectFrom('files')
    .select('id')
    .where('id', '=', number)
    .where((eb) =>
      eb.or([
        eb('insertedBy', '=', ctx.viewer.id),
        eb(
          'id',
          '=',
          eb
            .selectFrom('users')
            .select('imageId')
            .where('users.id', '=', userId ?? 0),
        ),
      ]),
    )
    .executeTakeFirst();
  if (!file) throw new Refusal('error_not_found', { image: 'error_not_found' });
  return number;
}
