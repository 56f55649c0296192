import { ConfigError } from './config.ts';
import type { App } from './context.ts';
import { startDelivering } from './delivery/start.ts';

/** The background part of a process. */
export interface Worker {
  stop(): Promise<void>;
}

/** Starts the background work of this process: delivering messages. */
export async function startWorker(app: App): Promise<Worker> {
  if (!app.publicUrl) {
    throw new ConfigError(
      'PUBLIC_URL: must be set where a process only has the role worker; answer links begin with it',
    );
  }
  return startDelivering(app);
}
