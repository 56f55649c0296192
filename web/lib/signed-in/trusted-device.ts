import { canKeepKeys, inStore, settled } from '#web/lib/offline-store/browser-store.ts';

/** A trusted browser: its non-exportable key and user. */
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

/** Creates a key pair; returns the public key in the server's format. */
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

export const keepDevice = (device: TrustedDevice): Promise<unknown> =>
  inStore(place, 'readwrite', (store) => settled(store.put(device, ONLY)));

/** Returns this browser's key, or null if it isn't trusted. */
export async function keptDevice(): Promise<TrustedDevice | null> {
  if (!canKeepKeys()) return null;
  const found: unknown = await inStore(place, 'readonly', (store) => settled(store.get(ONLY))).catch(() => undefined);
  return (found as TrustedDevice | undefined) ?? null;
}

/** Removes the key; with an id only that device's. */
export async function forgetDevice(id?: string): Promise<void> {
  if (id !== undefined && (await keptDevice())?.id !== id) return;
  if (canKeepKeys()) await inStore(place, 'readwrite', (store) => settled(store.delete(ONLY))).catch(() => undefined);
}

/**
 * Returns this browser's random name, by which this installation recognizes it at sign-in. New each time if nothing is
 * stored.
 */
export async function browserName(): Promise<string> {
  const kept: unknown = await inStore(place, 'readonly', (store) => settled(store.get(NAME))).catch(() => undefined);
  if (typeof kept === 'string') return kept;
  const name = Array.from(crypto.getRandomValues(new Uint32Array(4)), hex).join('');
  await inStore(place, 'readwrite', (store) => settled(store.put(name, NAME))).catch(() => undefined);
  return name;
}

const hex = (part: number) => part.toString(16).padStart(8, '0');
