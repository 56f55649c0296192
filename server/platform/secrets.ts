import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from './config.ts';
import { StartError } from './start-error.ts';

/** Keys for separate purposes, all derived from SECRET_KEY. */
export interface Secrets {
  /** Signs bearer tokens (HS256). */
  session: Buffer;
  /** Derives answer links and one-time tokens from stored nonces. */
  link: Buffer;
  /** Encrypts secrets of channels and second factors at rest. */
  store: Buffer;
  /** Hashes short, typed codes. */
  code: Buffer;
  /** Derives the callback addresses of providers. */
  callback: Buffer;
  /** Signs challenges for trusted devices. */
  challenge: Buffer;
  /** Signs the ends of the logs (an Ed25519 seed). */
  seal: Buffer;
  /** Identifies the key in the database; it opens nothing. */
  fingerprint: Buffer;
}

/** Returns SECRET_KEY, or the key stored in DATA_DIR; null without one. */
export async function findKey(config: Pick<Config, 'SECRET_KEY' | 'DATA_DIR'>): Promise<string | null> {
  if (config.SECRET_KEY) return config.SECRET_KEY;
  const text = await readFile(keyFile(config.DATA_DIR), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new StartError(`The key file ${path.resolve(keyFile(config.DATA_DIR))} can't be read (${error.code}). \
Meldekette's user must own it: chown it, chmod 600.`);
  });
  return text.trim() || null;
}

/** Creates a key in DATA_DIR with mode 0600; of parallel calls one succeeds. */
export async function makeKey(dir: string): Promise<string> {
  const file = keyFile(dir);
  await makeFolder(dir);
  await writeFile(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  await chmod(file, 0o600);
  return (await readFile(file, 'utf8')).trim();
}

/** Creates a folder with its parents. Node's function never ends if the system can't create one, as below /proc. */
export async function makeFolder(dir: string): Promise<void> {
  const whole = path.resolve(dir);
  try {
    await mkdir(whole);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await stat(whole)).isDirectory()) return;
    const above = path.dirname(whole);
    if (code !== 'ENOENT' || above === whole || (await isThere(above))) throw error;
    await makeFolder(above);
    await makeFolder(whole);
  }
}

const isThere = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  );

const keyFile = (dir: string) => path.join(dir, 'secret-key');

export function deriveSecrets(master: string): Secrets {
  const key = (purpose: string) => Buffer.from(hkdfSync('sha256', master, 'meldekette', purpose, 32));
  return {
    session: key('session'),
    link: key('link'),
    store: key('store'),
    code: key('code'),
    callback: key('callback'),
    challenge: key('challenge'),
    seal: key('seal'),
    fingerprint: key('fingerprint'),
  };
}

/** Returns the SHA-256, the only stored form of tokens. */
export const sha256 = (data: string | Buffer): Buffer => hash('sha256', data, 'buffer');

/** Returns the concatenated SHA-256 of many texts. */
export function sha256OfEach(texts: readonly string[]): Buffer {
  const all = Buffer.allocUnsafeSlow(texts.length * digest);
  for (const [at, text] of texts.entries()) all.write(hash('sha256', text, 'latin1'), at * digest, 'latin1');
  return all;
}

/** Returns a 128-bit token (22 characters, base64url) of a key and a text. */
export function tokenOf(key: Buffer, nonce: Buffer): string {
  return hmacOf(key, nonce).toString('base64url', 0, 16);
}

const block = 64;
const digest = 32;
const scratch = Buffer.alloc(block + 4096);

/**
 * Returns the HMAC-SHA-256 (RFC 2104) of a short text; valid until the next call. Two plain hashes create less garbage
 * than Node's HMAC objects.
 */
function hmacOf(key: Buffer, text: Buffer): Buffer {
  if (key.length > block || text.length > scratch.length - block) throw new Error('too long');
  text.copy(pad(key, 0x36), block);
  const inner = hash('sha256', scratch.subarray(0, block + text.length), 'latin1');
  pad(key, 0x5c).write(inner, block, 'latin1');
  scratch.write(hash('sha256', scratch.subarray(0, block + digest), 'latin1'), 'latin1');
  return scratch;
}

function pad(key: Buffer, byte: number): Buffer {
  for (let at = 0; at < block; at++) scratch[at] = (key[at] ?? 0) ^ byte;
  return scratch;
}

/** Encrypts JSON with AES-256-GCM for a `context` (e.g. "channels/7"). */
export function seal(key: Buffer, context: string, value: unknown): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Decrypts the value of `seal`; throws for another key or context. */
export function unseal<T>(key: Buffer, context: string, data: Buffer): T {
  const decipher = createDecipheriv('aes-256-gcm', key, data.subarray(0, 12)).setAAD(Buffer.from(context));
  decipher.setAuthTag(data.subarray(12, 28));
  return JSON.parse(Buffer.concat([decipher.update(data.subarray(28)), decipher.final()]).toString('utf8')) as T;
}
