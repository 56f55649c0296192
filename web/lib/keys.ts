/** A fresh random key (128 bits, hex), for launch keys; works on plain http too, where crypto.randomUUID is missing. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
