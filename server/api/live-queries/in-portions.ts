import { setImmediate as breath } from 'node:timers/promises';

const portion = 100;

/** Runs short work for many entries, yielding in between. */
export async function inPortions<T>(many: Iterable<T>, work: (one: T) => void): Promise<void> {
  let done = 0;
  for (const one of [...many]) {
    work(one);
    if (++done % portion === 0) await breath();
  }
}
