import { mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const prefix = 'meldekette-tests-';
const memory = '/dev/shm';
const enough = 4_000_000_000;
const longestRun = 7_200_000;

/** Creates a test run's folder, in memory if possible, and removes killed runs'. Child processes use it. */
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

// such a PostgreSQL ends within a minute
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
