import { isUtf8 } from 'node:buffer';
import type { Metadata } from 'sharp';
import { Refusal } from '#server/platform/errors.ts';
import { createLimiter } from '#server/platform/limiter.ts';
import { limits } from '#shared/limits.ts';
import { drawDrawing } from './drawing.ts';

const maximumPixels = 25_000_000;
const longestSide = 2000;
const maximumDrawing = 200_000;

// decoding a picture of 25 megapixels takes 100 MB
const limited = createLimiter(1, 20);
const limitedDrawings = createLimiter(1, 20);

/** A picture to store. */
export interface StoredImage {
  content: Buffer;
  mimeType: 'image/png' | 'image/webp' | 'image/jpeg';
}

/**
 * Re-encodes a picture by its content, which removes metadata such as the location. PNG stays PNG; JPEG and WebP become
 * WebP, or JPEG for mail; SVG becomes PNG, so that no browser gets it.
 */
export async function cleanImage(upload: Buffer, photos: 'webp' | 'jpeg' = 'webp'): Promise<StoredImage> {
  if (upload.length > limits.uploadBytes) throw refused('error_file_too_large');
  if (isSvg(upload)) return limitedDrawings(() => cleanDrawing(upload));
  if (!hasKnownStart(upload)) throw refused('error_file_type'); // keeps rarely used decoders unreachable
  return limited(async () => {
    const { default: sharp } = await import('sharp'); // loaded late to keep starts fast
    const metadata = await read(upload);
    if (metadata.width * metadata.height > maximumPixels) throw refused('error_image_too_large');
    const picture = sharp(upload, { limitInputPixels: maximumPixels, failOn: 'error' })
      .autoOrient()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true });
    const isPng = metadata.format === 'png';
    const photo = () =>
      photos === 'webp' ? picture.webp({ quality: 85 }) : picture.flatten({ background: 'white' }).jpeg();
    const encoded = isPng ? picture.png({ compressionLevel: 9 }) : photo();
    const content = await encoded.toBuffer().catch(() => {
      throw refused('error_file_type'); // broken or truncated
    });
    return { content, mimeType: isPng ? 'image/png' : `image/${photos}` };
  });
}

async function cleanDrawing(upload: Buffer): Promise<StoredImage> {
  const content = upload.length <= maximumDrawing && isUtf8(upload) ? await drawDrawing(upload) : null;
  if (!content) throw refused('error_file_svg');
  return { content, mimeType: 'image/png' };
}

async function read(upload: Buffer): Promise<Metadata> {
  const { default: sharp } = await import('sharp');
  const metadata = await sharp(upload, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (!metadata || !['png', 'jpeg', 'webp'].includes(metadata.format)) throw refused('error_file_type');
  return metadata;
}

const refused = (key: 'error_file_too_large' | 'error_file_svg' | 'error_file_type' | 'error_image_too_large') =>
  new Refusal(key, { file: key });

const hasKnownStart = (bytes: Buffer) =>
  bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')) ||
  bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')) ||
  (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP');

const isSvg = (bytes: Buffer) =>
  /^\uFEFF?\s*</.test(bytes.toString('utf8', 0, 200)) && /<svg[\s>]/i.test(bytes.toString('utf8', 0, 4096));
