import { mkdir, open, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Witness } from './judge.ts';

/** Where a file is, as far as a copy of it would differ. */
interface Standing {
  file: string;
  born: string;
}

/**
 * What DATA_DIR remembers of an installation: a file that holds where it was made, so that a copy of it shows, and whose
 * time of change is when the database was last seen. Null where it knows nothing of this installation.
 */
export async function readMarker(dir: string, id: string): Promise<Witness | null> {
  try {
    const file = fileOf(dir, id);
    const made = JSON.parse(await readFile(file, 'utf8')) as Standing;
    const seenAt = (await stat(file)).mtime;
    return { stands: !isCopied(made, await standingOf(file)), seenAt };
  } catch {
    return null; // none, or cut off: as good as none
  }
}

/** Begins to remember an installation; where nothing can be written, nothing is. */
export async function makeMarker(dir: string, id: string, seenAt: Date): Promise<void> {
  const file = fileOf(dir, id);
  await mkdir(dir, { recursive: true });
  await (await open(file, 'w')).close();
  await writeFile(file, JSON.stringify(await standingOf(file)));
  await touchMarker(dir, id, seenAt);
}

/** Notes when the database was seen. */
export const touchMarker = (dir: string, id: string, seenAt: Date): Promise<void> =>
  utimes(fileOf(dir, id), seenAt, seenAt);

const fileOf = (dir: string, id: string) => path.join(dir, `installation-${id}`);

async function standingOf(file: string): Promise<Standing> {
  const { ino, birthtimeMs } = await stat(file, { bigint: true });
  return { file: String(ino), born: String(birthtimeMs) };
}

/**
 * A copied file is another one, and was born at another time. One of both alone says nothing: some file systems number their
 * files anew with each start, others take the last change for the birth. What moves as a whole, a disc or a volume that is
 * attached to another machine, keeps both: that is how a rightful failover looks.
 */
const isCopied = (made: Standing, now: Standing): boolean => made.file !== now.file && made.born !== now.born;
