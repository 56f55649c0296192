import type { App } from './context.ts';

/** The background part of a process. */
export interface Worker {
  stop(): Promise<void>;
}

/** Starts the background work of this process. */
export async function startWorker(_app: App): Promise<Worker> {
  return { stop: async () => {} };
}
