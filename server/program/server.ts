import cluster from 'node:cluster';
import { closeBudgets, openBudgets } from '#server/api/budgets/budgets.ts';
import { checkConnections } from '#server/api/budgets/check-connections.ts';
import { type Figures, measureProcess, type Relatives } from '#server/api/http/metrics.ts';
import { startSecurityLog } from '#server/api/security-log/count.ts';
import { resumeUploads } from '#server/contacts/uploads/begin.ts';
import type { Config } from '#server/platform/config.ts';
import { fewestConnections, usualConnections } from '#server/platform/connection-shares.ts';
import type { App } from '#server/platform/context.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { type OpenedDatabase, openDatabase } from '#server/platform/database/open.ts';
import { analyzeUnknown } from '#server/platform/database/statistics.ts';
import { openGuard } from '#server/platform/installation/guard.ts';
import { startJobs } from '#server/platform/jobs/jobs.ts';
import { startLive } from '#server/platform/live/live.ts';
import { createLog, type Logger } from '#server/platform/log.ts';
import { openSecrets } from '#server/platform/open-secrets.ts';
import { StartError } from '#server/platform/start-error.ts';
import { hasDemo, seed } from '#server/program/seed/seed.ts';
import { cannotListen } from '#server/program/starting/listening.ts';
import { startHeartbeat } from './heartbeat.ts';
import { lazyHandlers } from './lazy-handlers.ts';

/** A running process. `firstPassword` is set if the start created the first account with a random password. */
export interface RunningServer {
  app: App;
  url: string;
  firstPassword: string | null;
  /** Returns its current metrics. */
  figures(): Promise<Figures>;
  stop(): Promise<void>;
}

/**
 * Starts everything in this process that the configured roles need (both by default): database, migrations, base data, web,
 * worker. `relatives` are the processes that a supervisor started together with this one.
 */
export async function startServer(config: Config, relatives?: Relatives): Promise<RunningServer> {
  const log = createLog(config.LOG_LEVEL);
  const database = await openDatabase(config, log);
  try {
    return await startOn(database, { config, log, relatives });
  } catch (error) {
    await database.stop();
    throw error;
  }
}

async function startOn(
  { url, isEmbedded, stop: stopDatabase }: OpenedDatabase,
  { config, log, relatives }: { config: Config; log: Logger; relatives: Relatives | undefined },
): Promise<RunningServer> {
  const { ROLES: roles = ['web', 'worker'] as const, DATABASE_CONNECTIONS: wanted = usualConnections } = config;
  const fewest = fewestConnections(roles);
  const connections = await checkConnections({ url, isEmbedded, connections: wanted, fewest }, log);
  await migrate(url, { log });
  const budgets = openBudgets({ url, roles, connections }, (error) =>
    log.warn({ event: 'database_connection_lost', code: error.name }),
  );
  const registry = measureProcess(budgets);
  const { database } = budgets.vital;
  const secrets = await openSecrets(config, url);
  const live = await startLive(url);
  const jobs = await startJobs({ database, live, log, roles });
  const app: App = {
    config,
    roles,
    budgets,
    database,
    db: database.db,
    secrets,
    log,
    live,
    jobs,
    publicUrl: config.PUBLIC_URL ?? '',
    securityLog: startSecurityLog({ db: budgets.bulk.database.db, log }),
  };
  await openGuard(app).mayLive(); // before anybody can send even a test message
  const { firstPassword } = await seed(app, { demo: config.DEMO_DATA ?? (isEmbedded && hasDemo) });
  // A worker alone does not need the API, which takes half of the loading time.
  const http = roles.includes('web') ? await (await import('./app.ts')).createHttp(app, { registry, relatives }) : null;
  const address = http
    ? await Promise.race([
        http.listen({ port: config.PORT, host: config.HOST }).catch((error: Error) => cannotListen(config, error)),
        whenLetGo(),
      ])
    : '';
  app.publicUrl = (config.PUBLIC_URL ?? address).replace(/(?<!\/)\/+$/, '');
  const worker = roles.includes('worker')
    ? await (await import('./worker.ts')).startWorker(app, () => jobs.work(lazyHandlers(app)))
    : null;
  const heartbeat = worker ? startHeartbeat(app) : null;
  if (worker)
    void analyzeUnknown(database.db).catch((error: Error) => log.warn({ event: 'analyze_failed', error: error.name }));
  await resumeUploads(app); // those of this process's previous run, independent of job workers
  return {
    app,
    url: address,
    firstPassword,
    figures: () => registry.getMetricsAsJSON(),
    async stop() {
      heartbeat?.stop();
      await worker?.stop();
      await http?.close();
      await jobs.stop();
      await app.securityLog.stop();
      await live.stop();
      await closeBudgets(budgets);
      await stopDatabase();
    },
  };
}

/** Rejects when the process that owns the shared port has ended. Otherwise the start would wait forever. */
function whenLetGo(): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  const letGo = () => reject(new StartError('the process that shares out the port is gone.'));
  promise.catch(() => {}); // other code handles a later rejection
  if (cluster.isWorker && !process.connected) letGo();
  if (cluster.isWorker) process.once('disconnect', letGo);
  return promise;
}
