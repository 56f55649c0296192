/** Encrypted data that only its own key can decrypt. */
export interface Sealed {
  iv: Uint8Array<ArrayBuffer>;
  content: ArrayBuffer;
}

const algorithm = 'AES-GCM';

/** Creates a key that can't be exported. */
export const makeSealingKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: algorithm, length: 256 }, false, ['encrypt', 'decrypt']);

/** Encrypts a value together with its name. */
export async function seal(key: CryptoKey, name: string, value: unknown): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const text = new TextEncoder().encode(JSON.stringify(value));
  return { iv, content: await crypto.subtle.encrypt(terms(iv, name), key, text) };
}

/** Decrypts the value; null if key or name doesn't match or the data was altered. */
export async function unseal(key: CryptoKey, name: string, { iv, content }: Sealed): Promise<unknown> {
  try {
    return JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt(terms(iv, name), key, content)));
  } catch {
    return null;
  }
}

const terms = (iv: Uint8Array<ArrayBuffer>, name: string) => ({
  name: algorithm,
  iv,
  additionalData: new TextEncoder().encode(name),
});
