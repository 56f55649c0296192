import sharp from 'sharp';
import type { Tx } from '../database/connect.ts';
import { Refusal } from '../errors.ts';
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
  const drawn = await sharp(file.content).metadata();
  const scale = Math.min(box.width / drawn.width, box.height / drawn.height);
  const density = Math.min(2400, Math.max(1, 72 * scale)); // drawn at its final size, not enlarged afterwards
  const content = await sharp(file.content, { density })
    .resize({ ...box, fit: 'inside' })
    .png()
    .toBuffer()
    .catch(() => {
      throw new Refusal('error_file_svg', { valueBlob: 'error_file_svg' }); // thinner than a pixel
    });
  const stored = await storeFile(tx, { content, mimeType: 'image/png', name: file.name, insertedBy: by });
  return stored.id;
}
