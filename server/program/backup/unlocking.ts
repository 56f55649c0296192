import { readFile } from 'node:fs/promises';
import { StartError } from '#server/platform/start-error.ts';
import { fileOfArgument } from './command.ts';
import type { Manifest } from './manifest.ts';
import type { Unlocking } from './open-backup.ts';
import { readPassphrase } from './passphrase.ts';

/** The options of a command that opens a backup. */
export interface UnlockingOptions {
  'passphrase-file'?: string | undefined;
  identity?: string | undefined;
  'key-passphrase-file'?: string | undefined;
}

/** Reads the passphrase or the private key of a backup, from a file or the terminal. */
export async function readUnlocking(values: UnlockingOptions, { encryption }: Manifest): Promise<Unlocking> {
  const { identity, 'passphrase-file': file } = values;
  if (identity !== undefined) {
    const text = await readFile(fileOfArgument(identity), 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw new StartError(`${identity} can't be read (${error.code}).`, { cause: error });
    });
    return { identities: text.split(/\r?\n/).filter((line) => line.startsWith('AGE-SECRET-KEY-')) };
  }
  if (encryption === 'recipient')
    throw new StartError('The backup is encrypted to a public key: name the file of the private key with --identity.');
  const [label, option] = ['Passphrase of the backup', '--passphrase-file'];
  return { passphrase: await readPassphrase({ label, option, file: file && fileOfArgument(file), isNew: false }) };
}

/** Reads the passphrase of the secret key in a backup. */
export function readKeyPassphrase({ 'key-passphrase-file': file }: UnlockingOptions): Promise<string> {
  const [label, option] = ['Passphrase of the key', '--key-passphrase-file'];
  return readPassphrase({ label, option, file: file && fileOfArgument(file), isNew: false });
}
