const box = { width: 1000, height: 192 };

/** Converts a stored picture to PNG for a letterhead. Throws if it is thinner than a pixel. */
export async function drawn(content: Buffer): Promise<Buffer> {
  const { default: sharp } = await import('sharp'); // loaded late to keep starts fast
  return sharp(content)
    .resize({ ...box, fit: 'inside' })
    .png()
    .toBuffer();
}
