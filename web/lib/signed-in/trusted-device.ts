import { canKeepKeys, inStore, settled } from '#web/lib/offline-store/browser-store.ts';

/** A trusted browser's data: its non-exportable key and its user. */
export interface TrustedDevice {
  id: string;
  /** The name of the user. */
  name: string;
  key: CryptoKey;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const place = { database: 'meldekette', store: 'device' };
const ONLY = 'key';
const NAME = 'browser';

/** Creates a key pair and returns the public key in the server's format. The private key can't be exported. */
export async function makeKey(): Promise<{ key: CryptoKey; publicKey: string }> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify']);
  return { key: privateKey, publicKey: base64(await crypto.subtle.exportKey('spki', publicKey)) };
}

/** Signs the server's challenge to the device. */
export async function signChallenge({ id, key }: TrustedDevice, challenge: string): Promise<string> {
  const text = new TextEncoder().encode(`meldekette sign-in ${id} ${challenge}`);
  return base64(await crypto.subtle.sign(algorithm, key, text));
}

const base64 = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)));

/** Stores the key of a newly trusted browser. */
export const keepDevice = (device: TrustedDevice): Promise<unknown> =>
  inStore(place, 'readwrite', (store) => settled(store.put(device, ONLY)));

/** Returns the key of this browser, or null if it isn't trusted. */
export async function keptDevice(): Promise<TrustedDevice | null> {
  if (!canKeepKeys()) return null;
  const found: unknown = await inStore(place, 'readonly', (store) => settled(store.get(ONLY))).catch(() => undefined);
  return (found as TrustedDevice | undefined) ?? null;
}

/** Removes the key, or with an id only the key of that device. */
export async function forgetDevice(id?: string): Promise<void> {
  if (id !== undefined && (await keptDevice())?.id !== id) return;
  if (canKeepKeys()) await inStore(place, 'readwrite', (store) => settled(store.delete(ONLY))).catch(() => undefined);
}

/**
 * Returns this browser's name, which only this installation sees at sign-in, to recognize sign-ins from another browser. A
 * browser that stores nothing gets a new name each time.
 */
export async function browserName(): Promise<string> {
  const kept: unknown = await inStore(place, 'readonly', (store) => settled(store.get(NAME))).catch(() => undefined);
  if (typeof kept === 'string') return kept;
  const name = Array.from(crypto.getRandomValues(new Uint32Array(4)), hex).join('');
  await inStore(place, 'readwrite', (store) => settled(store.put(name, NAME))).catch(() => undefined);
  return name;
}

const hex = (part: number) => part.toString(16).padStart(8, '0');
