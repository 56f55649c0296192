/**
 * Whether a file is a PDF, by its first and last bytes: nothing else of it is read. It is kept as it came, is only ever handed
 * over as a download, and never opened here.
 */
export const isPdf = (bytes: Buffer): boolean =>
  /^%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, 8)) && bytes.subarray(-2048).includes('%%EOF');
