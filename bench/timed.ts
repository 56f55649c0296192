import { monitorEventLoopDelay } from 'node:perf_hooks';

/** How long something took, and how long the event loop stood meanwhile. */
export interface Timed {
  seconds: number;
  /** Milliseconds. */
  stand: number;
}

/** Does something in this process and measures it. */
export async function timed(work: () => Promise<unknown>): Promise<Timed> {
  const stands = monitorEventLoopDelay({ resolution: 1 });
  stands.enable();
  const begun = performance.now();
  await work();
  const seconds = (performance.now() - begun) / 1000;
  stands.disable();
  return { seconds, stand: stands.max / 1e6 };
}
