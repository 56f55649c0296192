const box = { width: 1000, height: 192 };

/** A stored picture as PNG, large enough for a letterhead; throws when it is thinner than a pixel. */
export async function drawn(content: Buffer): Promise<Buffer> {
  const { default: sharp } = await import('sharp'); // no start waits for it
  return sharp(content)
    .resize({ ...box, fit: 'inside' })
    .png()
    .toBuffer();
}
