import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const library = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`)
  .find(existsSync);

const preload = (): string => {
  if (!library) throw new Error('libfaketime is missing: apt-get install libfaketime');
  return library;
};

// the monotonic clock is never set
const common = { FAKETIME_DONT_FAKE_MONOTONIC: '1' };

/** Returns a process environment with a wrong clock, e.g. "+1h". */
export const wrongClock = (by: string): Record<string, string> => ({ LD_PRELOAD: preload(), FAKETIME: by, ...common });

/** A clock that can be set while its program runs. */
export interface SettableClock {
  environment: Record<string, string>;
  /** Sets its error in seconds, effective within a second. */
  set(seconds: number): Promise<void>;
  remove(): Promise<void>;
}

/** Creates such a clock, initially correct. */
export async function makeClock(): Promise<SettableClock> {
  const dir = await mkdtemp(path.join(tmpdir(), 'meldekette-clock-'));
  await chmod(dir, 0o755); // PostgreSQL has its own account
  const file = path.join(dir, 'clock');
  const set = async (seconds: number) => {
    await writeFile(`${file}.new`, `${seconds < 0 ? '' : '+'}${seconds}s\n`, { mode: 0o644 });
    await rename(`${file}.new`, file);
  };
  await set(0);
  return {
    environment: { LD_PRELOAD: preload(), FAKETIME_TIMESTAMP_FILE: file, FAKETIME_CACHE_DURATION: '1', ...common },
    set,
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}
