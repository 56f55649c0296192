import { Worker } from 'node:worker_threads';

/** What the thread is given. */
export interface Watched {
  /** One number that changes as long as the event loop runs. */
  beats: SharedArrayBuffer;
  /** Milliseconds between two looks, and until an unchanged number means that the process hangs. */
  interval: number;
  patience: number;
}

/**
 * Kills this process when its event loop stands still for `patience` milliseconds, so that whatever started it (systemd, a
 * container runtime) starts it again. A process below a supervisor needs none. Returns what ends the watch.
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
