import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Makes a temporary folder, whose removal is added to `ends`. Removes folders of the same kind whose process is gone: nothing of a
 * killed trial cleans up.
 */
export async function temporaryFolder(kind: string, ends: (() => Promise<unknown>)[]): Promise<string> {
  for (const name of await readdir(tmpdir())) {
    const owner = new RegExp(`^${kind}-(\\d+)-`).exec(name)?.[1];
    if (owner && !isAlive(Number(owner))) await rm(path.join(tmpdir(), name), { recursive: true, force: true });
  }
  const dir = await mkdtemp(path.join(tmpdir(), `${kind}-${process.pid}-`));
  ends.push(() => rm(dir, { recursive: true, force: true, maxRetries: 5 }));
  return dir;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
