import type { Config } from '#server/config.ts';
import { startServer } from '#server/server.ts';
import { announce, endOnSignal } from './announce.ts';

/** Runs one process with the configured roles, by itself. */
export async function runAlone(config: Config): Promise<void> {
  const server = await startServer(config);
  endOnSignal(async () => {
    await server.stop();
    return 0;
  });
  announce(config, server.url && server.app.publicUrl, server.firstPassword);
}
