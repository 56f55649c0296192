import { sql } from 'kysely';
import { loader } from '#server/api/graphql/loaders.ts';
import type { Loaders } from '#server/platform/context.ts';

/** The maximum bytes; larger pictures use `icon { contentUrl }`, to keep a menu small. */
const longest = 100_000;

/** Returns a picture as a data URI; null for none or an oversized one. */
export async function loadInlineIcon(ctx: { loaders: Loaders }, fileId: number | null): Promise<string | null> {
  if (fileId === null) return null;
  const icons = loader<number, string>(ctx.loaders, 'sideMenu.iconEncoded', async (ids, db) => {
    const { rows } = await sql<{ id: number; mimeType: string; content: Buffer }>`
      select id, mime_type, content from files
      where id = any(${ids}) and mime_type like 'image/%' and size <= ${longest}`.execute(db);
    return new Map(rows.map((f) => [f.id, `data:${f.mimeType};base64,${f.content.toString('base64')}`]));
  });
  return (await icons.load(fileId)) ?? null;
}
