/** Recognizes a PDF by its first and last bytes. PDFs are never opened here. */
export const isPdf = (bytes: Buffer): boolean =>
  /^%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, 8)) && bytes.subarray(-2048).includes('%%EOF');
