import { randomBytes } from 'node:crypto';
import type { FileRow } from '#server/api/graphql/types.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';
import { sha256 } from '#server/platform/secrets.ts';
import { withinLimit } from '#server/platform/throttle.ts';
import { limits } from '#shared/limits.ts';
import { cleanImage } from './image.ts';
import { isPdf } from './pdf.ts';

/** Stores an uploaded picture, re-encoded; its name is only for display. */
export async function uploadImage(ctx: SignedIn, file: File): Promise<FileRow> {
  const image = await cleanImage(await receive(ctx, file));
  const stored = await storeFile(ctx.db, { ...image, name: displayName(file.name), insertedBy: ctx.viewer.id });
  ctx.log.info({ event: 'file_uploaded', file: stored.id, by: ctx.viewer.id });
  return stored;
}

/** A document to store, with the extension of its type. */
export interface StoredDocument {
  name: string;
  mimeType: string;
  content: Buffer;
}

/** Receives a PDF, or a picture re-encoded for mail programs. */
export async function receiveDocument(ctx: SignedIn, file: File): Promise<StoredDocument> {
  const upload = await receive(ctx, file);
  const document = isPdf(upload)
    ? { content: upload, mimeType: 'application/pdf' }
    : await cleanImage(upload, 'jpeg').catch((error: unknown) => {
        const isOdd = error instanceof Refusal && error.key === 'error_file_type';
        throw isOdd ? new Refusal('error_document_type', { file: 'error_document_type' }) : error;
      });
  const ending = { 'application/pdf': 'pdf', 'image/png': 'png', 'image/jpeg': 'jpg' }[document.mimeType]!;
  const name = displayName(file.name)?.replace(/\.[^.]*$/, '') || 'file';
  return { ...document, name: `${name.slice(0, limits.nameMaximum - 5)}.${ending}` };
}

async function receive(ctx: SignedIn, file: File): Promise<Buffer> {
  if (typeof file.arrayBuffer !== 'function') throw new Refusal('error_file_type', { file: 'error_file_type' }); // sent as JSON
  if (file.size > limits.uploadBytes) throw new Refusal('error_file_too_large', { file: 'error_file_too_large' });
  if (!(await withinLimit(ctx.db, 'upload', String(ctx.viewer.id), 100, 3600))) {
    throw new Refusal('error_too_many_requests');
  }
  return Buffer.from(await file.arrayBuffer());
}

export async function findOwnFile({ db, viewer }: SignedIn, id: number): Promise<FileRow | null> {
  const file = await db
    .selectFrom('files')
    .select(['id', 'key', 'name', 'mimeType', 'size'])
    .where('id', '=', id)
    .where('insertedBy', '=', viewer.id)
    .executeTakeFirst();
  return file ?? null;
}

export async function storeFile(
  db: Db | Tx,
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

/** Stores a generated file without an owner; equal ones once. */
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

/** Returns the last part of a path without control and direction characters; null if empty. */
export const displayName = (name: string) =>
  name
    .split(/[\\/]/)
    .at(-1)!
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(0, limits.nameMaximum) || null;
