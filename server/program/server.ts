import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { startRehearsals } from '#server/alerting/path-test/rehearse.ts';
import { checkConnections } from '#server/api/connection-pools/check-connections.ts';
import { closeConnectionPools, openConnectionPools, warmVital } from '#server/api/connection-pools/connection-pools.ts';
import { type Figures, measureProcess, type Relatives } from '#server/api/http/metrics.ts';
import { startSecurityLog } from '#server/api/security-log/count.ts';
import { resumeUploads } from '#server/contacts/uploads/resume.ts';
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
import { watchDatabase } from '#server/platform/replication/watch-database.ts';
import { StartError } from '#server/platform/start-error.ts';
import { watchReplacement } from '#server/program/first-restore/watch-replacement.ts';
import { hasDemo, seed } from '#server/program/seed/seed.ts';
import { cannotListen } from '#server/program/starting/listening.ts';
import { measurePhases, type Phases } from '#server/program/starting/phases.ts';
import { startHeartbeat } from './heartbeat.ts';
import { lazyHandlers } from './lazy-handlers.ts';

export interface RunningServer {
  app: App;
  url: string;
  firstPassword: string | null;
  /** Returns its current metrics. */
  figures(): Promise<Figures>;
  stop(): Promise<void>;
}

/** A start by a supervisor. */
interface Supervised {
  /** The processes that it started together with this one. */
  relatives?: Relatives;
  /** It has just checked and migrated the database. */
  isDatabaseReady?: boolean;
  /** Handles that another installation was restored into the database. */
  onReplaced?: () => void;
  /** It serves people, so a web process rehearses launches. */
  rehearses?: boolean;
}

/** Starts what the roles need (default: both). */
export async function startServer(config: Config, supervised: Supervised = {}): Promise<RunningServer> {
  const log = createLog(config.LOG_LEVEL);
  const ended = measurePhases(log, config.ROLES?.join() ?? 'all');
  ended('load');
  const database = await openDatabase(config, log, supervised);
  ended('database');
  try {
    return await startOn(database, { config, log, supervised, ended });
  } catch (error) {
    await database.stop();
    throw error;
  }
}

async function startOn(
  { url, isEmbedded, stop: stopDatabase }: OpenedDatabase,
  { config, log, supervised, ended }: { config: Config; log: Logger; supervised: Supervised; ended: Phases },
): Promise<RunningServer> {
  const { ROLES: roles = ['web', 'worker'] as const, DATABASE_CONNECTIONS: wanted = usualConnections } = config;
  const fewest = fewestConnections(roles);
  const { relatives, isDatabaseReady, onReplaced, rehearses } = supervised;
  const limits = { url, isEmbedded, connections: wanted, fewest };
  const connections = isDatabaseReady ? wanted : await checkConnections(limits, log);
  ended('connections');
  if (!isDatabaseReady) await migrate(url, { log });
  ended('migrations');
  const pools = openConnectionPools({ url, roles, connections }, (error) =>
    log.warn({ event: 'database_connection_lost', code: error.name }),
  );
  const registry = measureProcess(pools, config.METRICS_TOKEN !== undefined);
  const { database } = pools.vital;
  const secrets = await openSecrets(config, url);
  ended('secrets');
  const live = await startLive(url);
  ended('live');
  const jobs = await startJobs({ database, live, log, roles });
  ended('jobs');
  const app: App = {
    config,
    roles,
    pools,
    database,
    db: database.db,
    secrets,
    log,
    live,
    jobs,
    publicUrl: config.PUBLIC_URL ?? '',
    securityLog: startSecurityLog({ db: pools.bulk.database.db, log }),
  };
  await openGuard(app).mayLive(); // before anybody can send even a test message
  ended('guard');
  const { firstPassword } = await seed(app, { demo: config.DEMO_DATA ?? (isEmbedded && hasDemo) });
  ended('seed');
  // a worker needs no API, half of the loading time
  const leaving = new AbortController();
  const measured = { registry, relatives, stopping: leaving.signal };
  const http = roles.includes('web') ? await (await import('./app.ts')).createHttp(app, measured) : null;
  const address = http ? await listen(http, config) : '';
  if (http) ended('http');
  app.publicUrl = (config.PUBLIC_URL ?? address).replace(/(?<!\/)\/+$/, '');
  const worker = roles.includes('worker')
    ? await (await import('./worker.ts')).startWorker(app, (pace) => jobs.work(lazyHandlers(app), pace))
    : null;
  if (worker) ended('worker');
  const heartbeat = worker ? startHeartbeat(app) : null;
  // one process of each machine
  const watching = worker || !relatives ? watchDatabase({ database: pools.bulk.database, log }) : null;
  if (worker)
    void analyzeUnknown(database.db).catch((error: Error) => log.warn({ event: 'analyze_failed', error: error.name }));
  const unwatch = onReplaced ? await watchReplacement(app, onReplaced) : null;
  const rehearsals = http && rehearses ? startRehearsals(app, warmVital) : null;
  await resumeUploads(app); // those of this process's previous run, independent of job workers
  return {
    app,
    url: address,
    firstPassword,
    figures: () => registry.getMetricsAsJSON(),
    async stop() {
      unwatch?.();
      heartbeat?.stop();
      void Promise.all([watching?.stop(), rehearsals?.stop()]);
      leaving.abort();
      const takesRequests = http && (!cluster.isWorker || process.connected);
      await Promise.all([worker?.stop(), takesRequests && sleep(config.STOP_DELAY * 1000)]); // proxies look for a while
      await http?.close();
      await jobs.stop();
      await app.securityLog.stop();
      await live.stop();
      await closeConnectionPools(pools);
      await stopDatabase();
    },
  };
}

/** Listens as configured; returns the address. */
const listen = (http: FastifyInstance, config: Config): Promise<string> =>
  Promise.race([
    http.listen({ port: config.PORT, host: config.HOST }).catch((error: Error) => cannotListen(config, error)),
    whenLetGo(),
  ]);

/** Rejects when the port's owner has ended. */
function whenLetGo(): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  const letGo = () => reject(new StartError('the process that shares out the port is gone.'));
  promise.catch(() => {}); // other code handles a later rejection
  if (cluster.isWorker && !process.connected) letGo();
  if (cluster.isWorker) process.once('disconnect', letGo);
  return promise;
}
