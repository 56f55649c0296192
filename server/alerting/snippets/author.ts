import type { Viewer } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { usualLanguage } from '#server/platform/settings/usual-language.ts';

/** A user, or null for an automatic start. */
export type Author = (Pick<Viewer, 'id'> & Partial<Pick<Viewer, 'language'>>) | null;

/** Returns the author's language, or the organisation's for an automatic start. */
export async function authorsLanguage(db: Db | Tx, author: Author): Promise<string> {
  if (author?.language) return author.language;
  const user =
    author && (await db.selectFrom('users').select('language').where('id', '=', author.id).executeTakeFirst());
  return user?.language ?? (await usualLanguage(db));
}
