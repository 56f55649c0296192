import { open } from 'node:fs/promises';
import { sha256 } from '#server/platform/secrets.ts';
import { StartError } from '#server/platform/start-error.ts';
import { parseManifest } from '../backup/manifest.ts';
import { bytesOf } from '../backup/open-backup.ts';
import { readMember, readMembers } from '../backup/tar.ts';

const largestManifest = 16 * 1024 * 1024;

/** Identifies a backup by the hash of its manifest, without decrypting it. The restore verifies the file. */
export async function identify(name: string, path: string): Promise<{ sha256: string; createdAt: string }> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`${name} can't be read (${error.code}).`, { cause: error });
  });
  try {
    const { value } = await readMembers(file).next();
    const text = value && value.size <= largestManifest ? await bytesOf(readMember(file, value)) : Buffer.alloc(0);
    const manifest = parseManifest(text.toString());
    if (manifest && 'newerFormat' in manifest)
      throw new StartError(
        `${name} has format ${manifest.newerFormat} of a newer release: start it with that release.`,
      );
    if (manifest) return { sha256: sha256(text).toString('hex'), createdAt: manifest.createdAt };
  } catch (error) {
    if (error instanceof StartError) throw error;
  } finally {
    await file.close();
  }
  throw new StartError(`${name} is no backup of Meldekette, or its beginning is damaged. Nothing was changed.`);
}
