import { mkdir, open, readFile, realpath, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Witness } from './judge.ts';

/** Where a file is, as far as a copy of it would differ. */
interface Standing {
  path: string;
  device: string;
  file: string;
  born: string;
  machine: string;
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
  const { dev, ino, birthtimeMs } = await stat(file, { bigint: true });
  return {
    path: await realpath(file),
    device: String(dev),
    file: String(ino),
    born: String(birthtimeMs),
    machine: await machineId(),
  };
}

/** Containers get a new one, or none, each time they are made. */
const machineId = async (): Promise<string> =>
  process.env['container'] ? '' : (await readFile('/etc/machine-id', 'utf8').catch(() => '')).trim();

/**
 * A copied file is another one and was born later; not every file system tells both, nor the same after each start. A cloned
 * disc keeps them, but hangs elsewhere, or in another machine.
 */
function isCopied(made: Standing, now: Standing): boolean {
  const tellsBirth = made.born !== '0' && now.born !== '0';
  const isOther = tellsBirth ? made.born !== now.born : made.file !== now.file;
  const isElsewhere = made.path !== now.path && made.device !== now.device;
  const isOtherMachine = made.machine !== now.machine && made.machine !== '' && now.machine !== '';
  return isOther || isElsewhere || isOtherMachine;
}
