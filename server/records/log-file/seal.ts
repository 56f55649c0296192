import { createPublicKey, hash, type KeyObject, verify } from 'node:crypto';
import { publicKeyOf, signedText } from '#server/platform/seals/seal.ts';

/** A file's statement about its log. */
export interface Statement {
  /** `event` and the event's id: `event 12`. */
  chain: string;
  entries: number;
  /** The hash of the last entry. */
  head: string;
  /** Creation time of the file (ISO 8601, UTC). */
  at: string;
  /** Complete and unchanged, by the stored seals. */
  whole: boolean;
  /** SHA-256 of all bytes before the seal. */
  file: string;
}

/** The closing seal of a file. */
export interface Seal extends Statement {
  format: 1;
  /** The public key of the installation (SPKI, base64). */
  key: string;
  /** Ed25519, base64. */
  signature: string;
}

/** Signs a file's statement with the installation's key. */
export function sealOf(seed: Buffer, statement: Statement): Seal {
  const signature = signedText(seed, signedWords(statement)).toString('base64');
  return { format: 1, ...statement, key: spkiOf(createPublicKey(publicKeyOf(seed))).toString('base64'), signature };
}

export function readSeal(text: string): Seal | null {
  try {
    const seal = JSON.parse(text) as Seal;
    const texts = [seal.chain, seal.head, seal.at, seal.file, seal.key, seal.signature];
    const isSeal = seal.format === 1 && typeof seal.whole === 'boolean' && Number.isSafeInteger(seal.entries);
    return isSeal && texts.every((one) => typeof one === 'string') ? seal : null;
  } catch {
    return null;
  }
}

/** Verifies a signature by this key. */
export const isSealedWith = (seal: Seal, key: KeyObject): boolean =>
  verify(null, Buffer.from(signedWords(seal)), key, Buffer.from(seal.signature, 'base64'));

/** Returns the seal's own public key; null if it is invalid. */
export function keyOfSeal(seal: Seal): KeyObject | null {
  try {
    return createPublicKey({ key: Buffer.from(seal.key, 'base64'), format: 'der', type: 'spki' });
  } catch {
    return null;
  }
}

/** Returns a public key's fingerprint: SHA-256 of its SPKI form. */
export const keyFingerprint = (key: KeyObject): string => hash('sha256', spkiOf(key));

const spkiOf = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' });

const signedWords = ({ chain, entries, head, at, whole, file }: Statement) =>
  `meldekette log file 1\n${chain}\n${entries}\n${head}\n${at}\n${whole ? 'whole' : 'broken'}\n${file}\n`;
