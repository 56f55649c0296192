import { canKeepKeys, inStore, settled } from '#web/lib/kept/browser-store.ts';

/** What a trusted browser keeps: its key, which nobody can read out of it, and whom it signs in. */
export interface TrustedDevice {
  id: string;
  /** Of the user. */
  name: string;
  key: CryptoKey;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const place = { database: 'meldekette', store: 'device' };
const ONLY = 'key';
const NAME = 'browser';

/** A new key; its public half as the server takes it. The other half cannot be exported, by nobody. */
export async function makeKey(): Promise<{ key: CryptoKey; publicKey: string }> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify']);
  return { key: privateKey, publicKey: base64(await crypto.subtle.exportKey('spki', publicKey)) };
}

/** Signs what the server asks of the device. */
export async function signChallenge({ id, key }: TrustedDevice, challenge: string): Promise<string> {
  const text = new TextEncoder().encode(`meldekette sign-in ${id} ${challenge}`);
  return base64(await crypto.subtle.sign(algorithm, key, text));
}

const base64 = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)));

/** Keeps the key of a browser that is trusted from now on. */
export const keepDevice = (device: TrustedDevice): Promise<unknown> =>
  inStore(place, 'readwrite', (store) => settled(store.put(device, ONLY)));

/** The key of this browser; null where it is not trusted. */
export async function keptDevice(): Promise<TrustedDevice | null> {
  if (!canKeepKeys()) return null;
  const found: unknown = await inStore(place, 'readonly', (store) => settled(store.get(ONLY))).catch(() => undefined);
  return (found as TrustedDevice | undefined) ?? null;
}

/** Forgets the key; with an id only that of this device. */
export async function forgetDevice(id?: string): Promise<void> {
  if (id !== undefined && (await keptDevice())?.id !== id) return;
  if (canKeepKeys()) await inStore(place, 'readwrite', (store) => settled(store.delete(ONLY))).catch(() => undefined);
}

/**
 * What this browser calls itself, to this program only and whoever signs in: so that a sign-in from another one can be told.
 * One that keeps nothing is a new one each time.
 */
export async function browserName(): Promise<string> {
  const kept: unknown = await inStore(place, 'readonly', (store) => settled(store.get(NAME))).catch(() => undefined);
  if (typeof kept === 'string') return kept;
  const name = Array.from(crypto.getRandomValues(new Uint32Array(4)), hex).join('');
  await inStore(place, 'readwrite', (store) => settled(store.put(name, NAME))).catch(() => undefined);
  return name;
}

const hex = (part: number) => part.toString(16).padStart(8, '0');
