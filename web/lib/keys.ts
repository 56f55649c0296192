/** Returns a random key (128 bits, hex) for launches. Also works over plain HTTP, where crypto.randomUUID is missing. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
