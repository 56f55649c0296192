import { setImmediate as breath } from 'node:timers/promises';

const portion = 100;

/** Does something short with each of many, and lets others have the process in between. */
export async function inPortions<T>(many: Iterable<T>, work: (one: T) => void): Promise<void> {
  let done = 0;
  for (const one of [...many]) {
    work(one);
    if (++done % portion === 0) await breath();
  }
}
