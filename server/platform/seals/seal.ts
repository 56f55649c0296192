import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** What a seal states: at this moment this log had so many entries, and this was the hash of its last one. */
export interface SealStatement {
  /** `audit`, or `event` and the event's id: `event 12`. */
  chain: string;
  entries: number;
  head: string;
  at: Date;
}

/** Signs a statement with Ed25519 (RFC 8032). */
export const signed = (seed: Buffer, statement: SealStatement): Buffer => sign(null, textOf(statement), keyOf(seed));

/** Signs a text with the same key; its first line says what kind of text it is, so that none is taken for another. */
export const signedText = (seed: Buffer, text: string): Buffer => sign(null, Buffer.from(text), keyOf(seed));

/** Whether the signature is of this statement and of this installation's key. */
export const isSigned = (seed: Buffer, statement: SealStatement, signature: Buffer): boolean =>
  verify(null, textOf(statement), createPublicKey(keyOf(seed)), signature);

/** The public half of the key, for whoever verifies a seal elsewhere (PEM). */
export const publicKeyOf = (seed: Buffer): string =>
  createPublicKey(keyOf(seed)).export({ type: 'spki', format: 'pem' }) as string;

const textOf = ({ chain, entries, head, at }: SealStatement) =>
  Buffer.from(`meldekette seal 1\n${chain}\n${entries}\n${head}\n${at.toISOString()}\n`);

// RFC 8410: what stands before the 32 bytes of a private key
const prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
const keyOf = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([prefix, seed]), format: 'der', type: 'pkcs8' });
