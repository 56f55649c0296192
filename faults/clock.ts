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

// what measures spans is not set by anybody
const common = { FAKETIME_DONT_FAKE_MONOTONIC: '1' };

/** Environment of a process whose clock goes wrong by so much, e.g. "+1h". */
export const wrongClock = (by: string): Record<string, string> => ({ LD_PRELOAD: preload(), FAKETIME: by, ...common });

/** A clock that can be set while the program runs that goes by it. */
export interface SettableClock {
  environment: Record<string, string>;
  /** Seconds by which it is wrong from now on, give or take the second in which it is noticed. */
  set(seconds: number): Promise<void>;
  remove(): Promise<void>;
}

/** Makes such a clock, which is right at first. */
export async function makeClock(): Promise<SettableClock> {
  const dir = await mkdtemp(path.join(tmpdir(), 'meldekette-clock-'));
  await chmod(dir, 0o755); // PostgreSQL has an account of its own
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
