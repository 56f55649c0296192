import type { Config } from '#server/config.ts';
import { startServer } from '#server/server.ts';
import { announce, endOnSignal } from './announce.ts';

/** Runs one process with the configured roles, by itself. */
export async function runAlone(config: Config): Promise<void> {
  const starting = startServer(config);
  // also while it starts: an embedded PostgreSQL would be left running without anybody
  endOnSignal(async () => {
    await starting.then(
      (server) => server.stop(),
      () => undefined,
    );
    return 0;
  });
  const server = await starting;
  announce(config, server.url && server.app.publicUrl, server.firstPassword);
}
