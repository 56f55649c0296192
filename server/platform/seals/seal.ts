import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** The number of a log's entries and the hash of the last one at a time. */
export interface SealStatement {
  /** `audit`, or `event` and the event's id: `event 12`. */
  chain: string;
  entries: number;
  head: string;
  at: Date;
}

/** Signs a statement with Ed25519 (RFC 8032). */
export const signed = (seed: Buffer, statement: SealStatement): Buffer => sign(null, textOf(statement), keyOf(seed));

/** Signs a text whose first line names its kind, so that kinds can't be confused. */
export const signedText = (seed: Buffer, text: string): Buffer => sign(null, Buffer.from(text), keyOf(seed));

/** Verifies a seal's signature. */
export const isSealSigned = (seed: Buffer, statement: SealStatement, signature: Buffer): boolean =>
  verify(null, textOf(statement), createPublicKey(keyOf(seed)), signature);

export const publicKeyOf = (seed: Buffer): string =>
  createPublicKey(keyOf(seed)).export({ type: 'spki', format: 'pem' }) as string;

const textOf = ({ chain, entries, head, at }: SealStatement) =>
  Buffer.from(`meldekette seal 1\n${chain}\n${entries}\n${head}\n${at.toISOString()}\n`);

// RFC 8410: the prefix of a private key's 32 bytes
const prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
const keyOf = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([prefix, seed]), format: 'der', type: 'pkcs8' });
