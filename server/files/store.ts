import { randomBytes } from 'node:crypto';
import type { Db } from '#server/database/connect.ts';
import { Refusal } from '#server/errors.ts';
import type { FileRow } from '#server/graphql/types.ts';
import { sha256 } from '#server/secrets.ts';
import { withinLimit } from '#server/throttle.ts';
import type { SignedIn } from '#server/viewer/viewer.ts';
import { limits } from '#shared/limits.ts';
import { cleanImage } from './image.ts';

/** Keeps an uploaded picture; its bytes are checked and made anew, its name is for display only. */
export async function uploadImage(ctx: SignedIn, file: File): Promise<FileRow> {
  if (typeof file.arrayBuffer !== 'function') throw new Refusal('error_file_type', { file: 'error_file_type' }); // sent as JSON
  if (file.size > limits.uploadBytes) throw new Refusal('error_file_too_large', { file: 'error_file_too_large' });
  if (!(await withinLimit(ctx.db, 'upload', String(ctx.viewer.id), 100, 3600))) {
    throw new Refusal('error_too_many_requests');
  }
  const image = await cleanImage(Buffer.from(await file.arrayBuffer()));
  const stored = await storeFile(ctx.db, { ...image, name: displayName(file.name), insertedBy: ctx.viewer.id });
  ctx.log.info({ event: 'file_uploaded', file: stored.id, by: ctx.viewer.id });
  return stored;
}

/** A file that the viewer uploaded, or null. */
export async function findOwnFile({ db, viewer }: SignedIn, id: number): Promise<FileRow | null> {
  const file = await db
    .selectFrom('files')
    .select(['id', 'key', 'name', 'mimeType', 'size'])
    .where('id', '=', id)
    .where('insertedBy', '=', viewer.id)
    .executeTakeFirst();
  return file ?? null;
}

/** Keeps a file under a new unguessable address. */
export async function storeFile(
  db: Db,
  file: { content: Buffer; mimeType: string; name: string | null; insertedBy: number | null },
): Promise<FileRow> {
  return db
    .insertInto('files')
    .values({
      ...file,
      key: randomBytes(16).toString('base64url'),
      size: file.content.length,
      sha256: sha256(file.content),
    })
    .returning(['id', 'key', 'name', 'mimeType', 'size'])
    .executeTakeFirstOrThrow();
}

/** Keeps a file the program made, without an owner; the same bytes under the same name are kept once. */
export async function storeOnce(
  db: Db,
  { name, mimeType, content }: { name: string; mimeType: string; content: Buffer },
): Promise<{ id: number }> {
  const known = await db
    .selectFrom('files')
    .select('id')
    .where('sha256', '=', sha256(content))
    .where('name', '=', name)
    .where('insertedBy', 'is', null)
    .executeTakeFirst();
  return known ?? storeFile(db, { name, mimeType, content, insertedBy: null });
}

/** The last part of a path, without control and direction characters; null when nothing is left. */
export const displayName = (name: string) =>
  name
    .split(/[\\/]/)
    .at(-1)!
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(0, limits.nameMaximum) || null;
