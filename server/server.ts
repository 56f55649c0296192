import { closeBudgets, openBudgets } from '#server/budgets/budgets.ts';
import { warnWhenScarce } from '#server/budgets/enough.ts';
import { resumeUploads } from '#server/contacts/uploads/begin.ts';
import { migrate } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open.ts';
import { startJobs } from '#server/jobs/jobs.ts';
import { startLive } from '#server/live/live.ts';
import { hasDemo, seed } from '#server/seed/seed.ts';
import type { Config } from './config.ts';
import type { App } from './context.ts';
import { handlersOf } from './job-handlers.ts';
import { createLog } from './log.ts';
import { loadSecrets } from './secrets.ts';
import { startWorker, type Worker } from './worker.ts';

/** A running process; `firstPassword` is set when the first account was made with a random password. */
export interface RunningServer {
  app: App;
  url: string;
  firstPassword: string | null;
  stop(): Promise<void>;
}

/** Starts everything the configured roles need: database, migrations, base data, web, worker. */
export async function startServer(config: Config): Promise<RunningServer> {
  const log = createLog(config.LOG_LEVEL);
  const { url, isEmbedded, stop: stopDatabase } = await openDatabase(config, log);
  await migrate(url);
  const budgets = openBudgets(url, config.DATABASE_CONNECTIONS, (error) =>
    log.warn({ event: 'database_connection_lost', code: error.name }),
  );
  const { database } = budgets.vital;
  const secrets = await loadSecrets(config);
  const live = await startLive(url);
  const jobs = await startJobs({ config, database, live, log });
  const app: App = {
    config,
    budgets,
    database,
    db: database.db,
    secrets,
    log,
    live,
    jobs,
    publicUrl: config.PUBLIC_URL ?? '',
  };
  await warnWhenScarce(app);
  const { firstPassword } = await seed(app, { demo: config.DEMO_DATA ?? (isEmbedded && hasDemo) });
  // a worker alone has no use for the API, which takes half of the time to load
  const http = config.ROLES.includes('web') ? await (await import('./app.ts')).createHttp(app) : null;
  const address = http ? await http.listen({ port: config.PORT, host: config.HOST }) : '';
  app.publicUrl = (config.PUBLIC_URL ?? address).replace(/\/+$/, '');
  const worker: Worker | null = config.ROLES.includes('worker') ? await startWorker(app) : null;
  if (worker) {
    await jobs.work(handlersOf(app));
    await resumeUploads(app);
  }
  return {
    app,
    url: address,
    firstPassword,
    async stop() {
      await worker?.stop();
      await http?.close();
      await jobs.stop();
      await live.stop();
      await closeBudgets(budgets);
      await stopDatabase();
    },
  };
}
