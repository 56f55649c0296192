import { mkdir, open, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { LastContact } from './find-copy-sign.ts';

/** A file's place, as far as a copy would differ. */
interface FileIdentity {
  file: string;
  born: string;
}

/**
 * Reads DATA_DIR's record of an installation, whose place of creation reveals copies and whose modification time is the
 * last contact. Null without a record.
 */
export async function readMarker(dir: string, id: string): Promise<LastContact | null> {
  try {
    const file = fileOf(dir, id);
    const made = JSON.parse(await readFile(file, 'utf8')) as FileIdentity;
    const seenAt = (await stat(file)).mtime;
    return { isInPlace: !isCopied(made, await identityOf(file)), seenAt };
  } catch {
    return null; // missing or truncated
  }
}

export async function makeMarker(dir: string, id: string, seenAt: Date): Promise<void> {
  const file = fileOf(dir, id);
  await mkdir(dir, { recursive: true });
  await (await open(file, 'w')).close();
  await writeFile(file, JSON.stringify(await identityOf(file)));
  await touchMarker(dir, id, seenAt);
}

export const touchMarker = (dir: string, id: string, seenAt: Date): Promise<void> =>
  utimes(fileOf(dir, id), seenAt, seenAt);

const fileOf = (dir: string, id: string) => path.join(dir, `installation-${id}`);

async function identityOf(file: string): Promise<FileIdentity> {
  const { ino, birthtimeMs } = await stat(file, { bigint: true });
  return { file: String(ino), born: String(birthtimeMs) };
}

/**
 * A copied file has another inode and another birth time. One alone proves nothing: some file systems renumber at each
 * start, others use the last change as birth. A moved disk or volume keeps both, as in a legitimate failover.
 */
const isCopied = (made: FileIdentity, now: FileIdentity): boolean => made.file !== now.file && made.born !== now.born;
