import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The duration of work, and the event loop's delay. */
export interface Timed {
  seconds: number;
  /** Milliseconds. */
  stand: number;
}

/** Runs and measures work in this process. */
export async function timed(work: () => Promise<unknown>): Promise<Timed> {
  const stands = monitorEventLoopDelay({ resolution: 1 });
  stands.enable();
  const begun = performance.now();
  await work();
  const seconds = (performance.now() - begun) / 1000;
  stands.disable();
  return { seconds, stand: stands.max / 1e6 };
}
