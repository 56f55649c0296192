import { sql } from 'kysely';
import { loader } from '#server/api/graphql/loaders.ts';
import type { Loaders } from '#server/platform/context.ts';

/** Bytes; larger pictures use `icon { contentUrl }`. */
const longest = 100_000;

/** Returns a data URI; null if oversized. */
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
