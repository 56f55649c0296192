import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const stale = 10_000;

/**
 * Runs `work` while no other process of this checkout does the same kind of work. Touches the lock file every second, so another
 * process soon takes over the lock of a killed one, unless the program that it started still runs. `work` gets a function that
 * records that program's pid.
 * @template T
 * @param {string} root
 * @param {(startedPid: (pid: number | undefined) => Promise<void>) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function oneAtATime(root, work) {
  const file = path.join(root, '.prepare.lock');
  await acquire(file);
  const heartbeat = setInterval(() => void utimes(file, new Date(), new Date()).catch(() => undefined), 1_000);
  try {
    return await work((pid) => writeFile(file, String(pid ?? 0)));
  } finally {
    clearInterval(heartbeat);
    await rm(file, { force: true });
  }
}

/** @param {string} file */
async function acquire(file) {
  for (let said = false; ; await sleep(300)) {
    try {
      return await writeFile(file, '0', { flag: 'wx' });
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    }
    if (await isAbandoned(file)) await rm(file, { force: true });
    else if (!said) console.error('Another process prepares this folder; waiting for it.');
    said = true;
  }
}

/** @param {string} file */
async function isAbandoned(file) {
  const found = await stat(file).catch(() => undefined);
  if (!found || Date.now() - found.mtimeMs < stale) return false;
  const pid = Number(await readFile(file, 'utf8').catch(() => '0'));
  try {
    return pid <= 0 || Date.now() - found.mtimeMs > 900_000 || !process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH';
  }
}
