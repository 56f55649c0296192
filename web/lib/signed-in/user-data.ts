/** The user's data for the first screen. */
export type UserData = { name: string; initials: string; roles: string[]; language: string };

const KEY = 'userData';
// Public: protects against a glance into the storage only.
const SECRET = 'meldekette-user-data-4.0';

async function importKey(): Promise<CryptoKey | null> {
  // crypto.subtle is missing over plain http
  if (!globalThis.crypto?.subtle) return null;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(SECRET));
  return crypto.subtle.importKey('raw', digest, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

/** Stores the user's data, if the browser can encrypt. */
export async function storeUserData(data: UserData): Promise<void> {
  const key = await importKey();
  if (!key) return;
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv },
    key,
    new TextEncoder().encode(JSON.stringify(data)),
  );
  localStorage.setItem(KEY, `${toBase64(iv)}.${toBase64(new Uint8Array(sealed))}`);
}

export async function readUserData(): Promise<UserData | null> {
  const [iv, sealed] = (localStorage.getItem(KEY) ?? '').split('.');
  const key = await importKey();
  if (!iv || !sealed || !key) return null;
  try {
    const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: fromBase64(iv) }, key, fromBase64(sealed));
    return JSON.parse(new TextDecoder().decode(plain)) as UserData;
  } catch {
    localStorage.removeItem(KEY);
    return null;
  }
}

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
