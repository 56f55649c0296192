import { createPublicKey, hash, type KeyObject, verify } from 'node:crypto';
import { publicKeyOf, signedText } from '#server/platform/seals/seal.ts';

/** What a file says of the log that it holds. */
export interface Statement {
  /** `event` and the event's id: `event 12`. */
  chain: string;
  entries: number;
  /** The hash of its last entry. */
  head: string;
  /** When the file was made (ISO 8601, UTC). */
  at: string;
  /** Whether the log was found whole then, with the seals that the database keeps. */
  whole: boolean;
  /** SHA-256 of all that stands before the seal, its bytes. */
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

/** Signs what a file states with the key of the installation. */
export function sealOf(seed: Buffer, statement: Statement): Seal {
  const signature = signedText(seed, signedWords(statement)).toString('base64');
  return { format: 1, ...statement, key: spkiOf(createPublicKey(publicKeyOf(seed))).toString('base64'), signature };
}

/** A seal as it stands in a file; null where it is none. */
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

/** Whether the signature of a seal is of what it states, and of this key. */
export const isSealedWith = (seal: Seal, key: KeyObject): boolean =>
  verify(null, Buffer.from(signedWords(seal)), key, Buffer.from(seal.signature, 'base64'));

/** The key that a seal names itself; null where that is none. */
export function keyIn(seal: Seal): KeyObject | null {
  try {
    return createPublicKey({ key: Buffer.from(seal.key, 'base64'), format: 'der', type: 'spki' });
  } catch {
    return null;
  }
}

/** What a public key is recognised by: SHA-256 of its SPKI form. */
export const fingerprintOf = (key: KeyObject): string => hash('sha256', spkiOf(key));

const spkiOf = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' });

const signedWords = ({ chain, entries, head, at, whole, file }: Statement) =>
  `meldekette log file 1\n${chain}\n${entries}\n${head}\n${at}\n${whole ? 'whole' : 'broken'}\n${file}\n`;
