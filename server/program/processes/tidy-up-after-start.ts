import { flushCompileCache } from 'node:module';

const settled = 5_000;

/** Saves the compile cache and releases the start's memory, which V8 keeps at low load. */
export function tidyUpAfterStart(): void {
  setTimeout(() => {
    flushCompileCache(); // saves the cache even if a signal kills the process later
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }, settled).unref();
}
