import { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';

/** Converts a member's content to or from its stored form. */
export type Transform = (source: AsyncIterable<Uint8Array>) => AsyncIterable<Buffer>;

// 64 MiB and a quarter of a second; the usual 18 needs 256 MiB
const workFactor = 16;

/** Releases scrypt's memory, if possible. */
function forgetting<T>(result: T): T {
  globalThis.gc?.();
  return result;
}

/** Encrypts a few bytes with a passphrase (scrypt). */
export async function encryptWithPassphrase(content: Buffer | string, passphrase: string): Promise<Buffer> {
  const encrypter = new Encrypter();
  encrypter.setScryptWorkFactor(workFactor);
  encrypter.setPassphrase(passphrase);
  return forgetting(Buffer.from(await encrypter.encrypt(content)));
}

/** Encrypts bytes to a recipient (`age1…`). Throws for an invalid one. */
export async function encryptToRecipient(secret: string, recipient: string): Promise<Buffer> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return Buffer.from(await encrypter.encrypt(secret));
}

/** Decrypts bytes with a passphrase. Throws for a wrong one. */
export async function decryptWithPassphrase(content: Buffer, passphrase: string): Promise<Buffer> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  return forgetting(Buffer.from(await decrypter.decrypt(content)));
}

/** Decrypts bytes with an identity (`AGE-SECRET-KEY-…`). Throws for a wrong one. */
export async function decryptWithIdentity(content: Buffer, identity: string): Promise<Buffer> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  return Buffer.from(await decrypter.decrypt(content));
}

/** The identity of one backup (`AGE-SECRET-KEY-…`) and the encryption to it. */
export interface BackupIdentity {
  identity: string;
  encrypt: Transform;
}

/** Creates a backup's identity (X25519, for every age). */
export async function createIdentity(): Promise<BackupIdentity> {
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  return {
    identity,
    async *encrypt(source) {
      const encrypter = new Encrypter();
      encrypter.addRecipient(recipient);
      yield* buffers(iterated(await encrypter.encrypt(streamOf(source))));
    },
  };
}

/** Returns the decryption of members with this identity. */
export const decryptionWith = (identity: string): Transform =>
  async function* decrypt(source) {
    const decrypter = new Decrypter();
    decrypter.addIdentity(identity);
    yield* buffers(iterated(await decrypter.decrypt(streamOf(source))));
  };

/** Leaves members unchanged, for a backup without encryption. */
export const unencrypted: Transform = buffers;

async function* buffers(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const bytes of source) yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

// the package has a browser's types
type BrowserStream = globalThis.ReadableStream<Uint8Array>;
const streamOf = (source: AsyncIterable<Uint8Array>) => ReadableStream.from(source) as unknown as BrowserStream;
const iterated = (stream: BrowserStream) => stream as unknown as AsyncIterable<Uint8Array>;
