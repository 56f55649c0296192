import type { Config } from '#server/platform/config.ts';
import { createLog } from '#server/platform/log.ts';
import { exitCodes } from '#server/platform/start-error.ts';
import { startServer } from '#server/program/server.ts';
import { announceStart, endOnSignal } from './announce.ts';
import { hangsAfter } from './pulse.ts';
import { reportToManager } from './service-manager.ts';
import { startWatchdog } from './watchdog.ts';

/** Runs one process with the configured roles, by itself. */
export async function runAlone(config: Config): Promise<void> {
  const manager = reportToManager(createLog(config.LOG_LEVEL));
  // the service manager starts it again
  const onReplaced = () => process.exit(exitCodes.databaseAway);
  const starting = startServer(config, { onReplaced });
  // also while it starts: an embedded PostgreSQL would be left running without anybody
  endOnSignal(async () => {
    manager.stopping();
    await starting.then(
      (server) => server.stop(),
      () => undefined,
    );
    return 0;
  });
  const server = await starting;
  startWatchdog(server.app.roles.includes('web') ? hangsAfter.web : hangsAfter.worker);
  announceStart(config, server.url && server.app.publicUrl, server.firstPassword);
  manager.ready();
}
