import { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';

/** Converts the content of a member to its stored form, or back. */
export type Transform = (source: AsyncIterable<Uint8Array>) => AsyncIterable<Buffer>;

// Needs 64 MiB and a quarter of a second. The usual 18 needs 256 MiB.
const workFactor = 16;

/** Releases the memory of scrypt at once, if the process was started with --expose-gc. */
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

/** Encrypts a few bytes to a recipient (`age1…`). Throws for an invalid recipient. */
export async function encryptToRecipient(secret: string, recipient: string): Promise<Buffer> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return Buffer.from(await encrypter.encrypt(secret));
}

/** Decrypts a few bytes with a passphrase. Throws for a wrong one. */
export async function decryptWithPassphrase(content: Buffer, passphrase: string): Promise<Buffer> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  return forgetting(Buffer.from(await decrypter.decrypt(content)));
}

/** Decrypts a few bytes with an identity (`AGE-SECRET-KEY-…`). Throws for a wrong one. */
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

/** Creates the identity of one backup. It is X25519, which every release of age reads. */
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

// The package has the types of a browser, where streams can't be iterated.
type BrowserStream = globalThis.ReadableStream<Uint8Array>;
const streamOf = (source: AsyncIterable<Uint8Array>) => ReadableStream.from(source) as unknown as BrowserStream;
const iterated = (stream: BrowserStream) => stream as unknown as AsyncIterable<Uint8Array>;
