// Restores an uploaded backup in its own process, which may be killed.

import { faultOf } from '../backup/scheduled/fault.ts';
import { type Replacement, replaceInstallation } from './replace-installation.ts';
import { readManifestRows } from './rows-of.ts';

/** A message of the process. */
export type RestoreReport = { percent: number } | { done: true } | { fault: string; detail: string };

process.once('disconnect', () => process.exit(1));
process.once('message', async (order: Replacement) => {
  try {
    const expected = await readManifestRows(order.file);
    let [done, last] = [0, 0];
    await replaceInstallation(order, (rows) => {
      done += rows;
      const percent = Math.min(99, Math.floor((done / Math.max(expected, done, 1)) * 100));
      if (percent !== last) void report({ percent });
      last = percent;
    });
    await report({ done: true });
  } catch (error) {
    const { error: fault, detail } = faultOf(error);
    await report({ fault, detail });
  }
  process.exit(0);
});

const report = (message: RestoreReport) =>
  new Promise<void>((resolve) => {
    if (process.send) process.send(message, undefined, undefined, () => resolve());
    else resolve();
  });
