import { open } from 'node:fs/promises';
import { parseManifest } from '../backup/manifest.ts';
import { bytesOf } from '../backup/open-backup.ts';
import { readMember, readMembers } from '../backup/tar.ts';

const largestManifest = 16 * 1024 * 1024;

/** Returns a backup's claimed rows, or 0. */
export async function readManifestRows(name: string): Promise<number> {
  const file = await open(name);
  try {
    const { value } = await readMembers(file).next();
    if (!value || value.size > largestManifest) return 0;
    const manifest = parseManifest((await bytesOf(readMember(file, value))).toString());
    return manifest && 'tables' in manifest ? manifest.tables.reduce((sum, { rows }) => sum + rows, 0) : 0;
  } catch {
    return 0; // openBackup gives the reason
  } finally {
    await file.close();
  }
}
