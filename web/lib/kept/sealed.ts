/** Something that only the key opens it was sealed with. */
export interface Sealed {
  iv: Uint8Array<ArrayBuffer>;
  content: ArrayBuffer;
}

const algorithm = 'AES-GCM';

/** A new key. The browser can use it; nobody can read it out. */
export const makeSealingKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: algorithm, length: 256 }, false, ['encrypt', 'decrypt']);

/** Seals a value under its name. */
export async function seal(key: CryptoKey, name: string, value: unknown): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const text = new TextEncoder().encode(JSON.stringify(value));
  return { iv, content: await crypto.subtle.encrypt(terms(iv, name), key, text) };
}

/** The value that was sealed under this name; null for what another key sealed, or another name, or somebody changed. */
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
