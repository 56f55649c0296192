import { flushCompileCache } from 'node:module';

const settled = 5_000;

/**
 * Saves the compile cache and releases the memory of the start, when due messages have had time to go first. Half of the heap is
 * only needed to start, and V8 keeps it while the load is low.
 */
export function tidyUpAfterStart(): void {
  setTimeout(() => {
    flushCompileCache(); // saves the cache even if a signal kills the process later
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }, settled).unref();
}
