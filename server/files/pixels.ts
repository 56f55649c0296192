import sharp from 'sharp';

const box = { width: 1000, height: 192 };

/** A stored picture as PNG, large enough for a letterhead; throws when it is thinner than a pixel. */
export const drawn = (content: Buffer): Promise<Buffer> =>
  sharp(content)
    .resize({ ...box, fit: 'inside' })
    .png()
    .toBuffer();
