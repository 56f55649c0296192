/** Returns a random key (128 bits, hex). Works over plain HTTP, without crypto.randomUUID. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
