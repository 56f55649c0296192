import { mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const prefix = 'meldekette-tests-';
const memory = '/dev/shm';
const enough = 4_000_000_000;
const longestRun = 7_200_000;

/**
 * Creates a folder for the files of a test run and removes the folders of killed runs. Uses memory if there is room, because
 * tests create and drop databases by the hundred. Later child processes put their temporary files there.
 */
export function openFastFolder(): string {
  for (const place of [memory, tmpdir()]) sweep(place);
  const dir = mkdtempSync(path.join(hasRoom(memory) ? memory : tmpdir(), prefix));
  process.env['TMPDIR'] = dir;
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

function hasRoom(place: string): boolean {
  try {
    const { bsize, bavail } = statfsSync(place);
    return bsize * bavail > enough;
  } catch {
    return false; // the place does not exist
  }
}

// A PostgreSQL whose folder is gone ends by itself within a minute.
function sweep(place: string): void {
  const names = (() => {
    try {
      return readdirSync(place);
    } catch {
      return [];
    }
  })();
  for (const name of names) {
    const dir = path.join(place, name);
    if (!name.startsWith(prefix)) continue;
    const { mtimeMs } = statSync(dir, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() }; // another run may have removed it
    if (Date.now() - mtimeMs < longestRun) continue;
    rmSync(dir, { recursive: true, force: true });
  }
}
