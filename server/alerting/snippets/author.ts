import type { Viewer } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { usualLanguage } from '#server/platform/settings/usual-language.ts';

/** Whoever writes: a user, whose language may be at hand, or nobody who signs in. */
export type Author = (Pick<Viewer, 'id'> & Partial<Pick<Viewer, 'language'>>) | null;

/** The language that somebody writes in; the organisation's for nobody who signs in. */
export async function authorsLanguage(db: Db | Tx, author: Author): Promise<string> {
  if (author?.language) return author.language;
  const user =
    author && (await db.selectFrom('users').select('language').where('id', '=', author.id).executeTakeFirst());
  return user?.language ?? (await usualLanguage(db));
}
