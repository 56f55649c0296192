import { Worker } from 'node:worker_threads';

/** The settings of the thread. */
export interface Watched {
  /** A counter that changes while the event loop runs. */
  beats: SharedArrayBuffer;
  /** Milliseconds between checks, and until the process counts as hung. */
  interval: number;
  patience: number;
}

/**
 * Kills this process if its event loop stops for `patience` milliseconds. Supervised ones need none. Returns a function
 * that ends this.
 */
export function startWatchdog(patience: number, interval = 1_000): () => Promise<unknown> {
  const beats = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const counter = new Int32Array(beats);
  const thread = new Worker(new URL('./watchdog-thread.ts', import.meta.url), {
    workerData: { beats, interval, patience } satisfies Watched,
    resourceLimits: { maxOldGenerationSizeMb: 16 },
  });
  thread.unref();
  const timer = setInterval(() => Atomics.add(counter, 0, 1), interval / 2).unref();
  return () => {
    clearInterval(timer);
    return thread.terminate();
  };
}
