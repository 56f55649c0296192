import sharp from 'sharp';
import type { Tx } from '#server/database/connect.ts';
import { Refusal } from '#server/errors.ts';
import { storeFile } from './store.ts';

const box = { width: 1000, height: 192 };

/** A drawing's picture in pixels, stored beside it; the file itself when it is a picture of pixels already. */
export async function asPixels(tx: Tx, fileId: number, by: number): Promise<number> {
  const file = await tx
    .selectFrom('files')
    .select(['content', 'mimeType', 'name'])
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow();
  if (file.mimeType !== 'image/svg+xml') return fileId;
  const content = await drawn(file.content).catch(() => {
    throw new Refusal('error_file_svg', { valueBlob: 'error_file_svg' }); // thinner than a pixel
  });
  const stored = await storeFile(tx, { content, mimeType: 'image/png', name: file.name, insertedBy: by });
  return stored.id;
}

/** A picture or drawing as PNG, large enough for a letterhead; throws when it is thinner than a pixel. */
export async function drawn(content: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(content).metadata();
  const scale = Math.min(box.width / width, box.height / height);
  const density = Math.min(2400, Math.max(1, 72 * scale)); // drawn at its final size, not enlarged afterwards
  return sharp(content, { density })
    .resize({ ...box, fit: 'inside' })
    .png()
    .toBuffer();
}
