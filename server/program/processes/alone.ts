import type { Config } from '#server/platform/config.ts';
import { isStandby } from '#server/platform/database/away.ts';
import { createLog } from '#server/platform/log.ts';
import { exitCodes } from '#server/platform/start-error.ts';
import type { StandbyStart } from '#server/program/second-place/serve-standby.ts';
import { serveWhileStandby } from '#server/program/second-place/while-standby.ts';
import { type RunningServer, startServer } from '#server/program/server.ts';
import { announceStandby, announceStart, endOnSignal } from './announce.ts';
import { hangsAfter } from './pulse.ts';
import { reportToManager } from './service-manager.ts';
import { tidyUpAfterStart } from './tidy-up-after-start.ts';
import { startWatchdog } from './watchdog.ts';

/** Runs one process with the configured roles, by itself. */
export async function runAlone(config: Config): Promise<void> {
  const log = createLog(config.LOG_LEVEL);
  const manager = reportToManager(log);
  const leaving = new AbortController();
  const ready = (url: string) => {
    announceStandby(url);
    manager.ready();
  };
  const starting = startWhenPrimary(config, { log, ready, signal: leaving.signal });
  // also during the start, because of the embedded PostgreSQL
  endOnSignal(async () => {
    manager.stopping();
    leaving.abort();
    await starting.then(
      (server) => server.stop(),
      () => undefined,
    );
    return 0;
  });
  const server = await starting.catch((error: unknown) => {
    if (leaving.signal.aborted) return null; // the operator ended it; the exit follows above
    throw error;
  });
  if (!server) return;
  startWatchdog(server.app.roles.includes('web') ? hangsAfter.web : hangsAfter.worker);
  announceStart(config, server.url && server.app.publicUrl, server.firstPassword);
  manager.ready();
  tidyUpAfterStart();
}

/** Starts, if necessary after a standby's page. */
async function startWhenPrimary(config: Config, standby: StandbyStart): Promise<RunningServer> {
  // the service manager starts it again
  const onReplaced = () => process.exit(exitCodes.databaseAway);
  for (;;) {
    try {
      return await startServer(config, { onReplaced, rehearses: true });
    } catch (error) {
      if (!isStandby(error) || !(await serveWhileStandby(config, standby))) throw error;
    }
  }
}
