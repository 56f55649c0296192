import { sql } from 'kysely';
import { closeBudgets, openBudgets } from '#server/api/budgets/budgets.ts';
import { startSecurityLog } from '#server/api/security-log/count.ts';
import { loadConfig } from '#server/platform/config.ts';
import { usualConnections } from '#server/platform/connection-shares.ts';
import type { App } from '#server/platform/context.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { startJobs } from '#server/platform/jobs/jobs.ts';
import { startLive } from '#server/platform/live/live.ts';
import { createLog } from '#server/platform/log.ts';
import { deriveSecrets } from '#server/platform/secrets.ts';
import { seed } from '#server/program/seed/seed.ts';
import { createTestDatabase, type Preparation } from './database.ts';

/** The program's parts below the API, on a database of their own with the base data. */
export interface TestApp extends Omit<App, 'jobs'> {
  stop(): Promise<void>;
}

/** What the first start of the program makes of an empty database, except that nothing waits to be taken back. */
export const installed: Preparation = {
  name: 'installed',
  async run(url) {
    await migrate(url);
    const { stop, ...app } = await assemble(url);
    const jobs = await startJobs(app);
    await seed({ ...app, jobs }, { demo: false });
    // what is launched leaves at once, except in tests of taking it back
    await sql`update system_settings set value_str = '0' where value_key in ('undo_seconds', 'trigger_undo_seconds')`.execute(
      app.db,
    );
    await jobs.stop();
    await stop();
  },
};

/** The program without the API and without background jobs, for tests of what lies below; `server` is a PostgreSQL's address. */
export async function startTestApp(server?: string): Promise<TestApp> {
  const database = await createTestDatabase(installed, server);
  const { stop, ...app } = await assemble(database.url);
  return {
    ...app,
    async stop() {
      await stop();
      await database.drop();
    },
  };
}

/** What `/metrics` of a test server is asked with. */
export const metricsToken = 'metrics of the tests';

async function assemble(url: string): Promise<TestApp> {
  const config = loadConfig({
    DATABASE_URL: url,
    OWNER_PASSWORD: 'owner password of the tests',
    PUBLIC_URL: 'http://meldekette.test',
    METRICS_TOKEN: metricsToken,
    LOCAL_CHANNELS: '1', // the other ends are here
  });
  const roles = ['web', 'worker'] as const;
  const budgets = openBudgets({ url, roles, connections: usualConnections });
  const { database } = budgets.vital;
  const live = await startLive(url);
  const log = createLog(process.env['TEST_LOG_LEVEL'] ?? 'silent');
  const securityLog = startSecurityLog({ db: budgets.bulk.database.db, log });
  return {
    config,
    roles,
    budgets,
    database,
    db: database.db,
    secrets: deriveSecrets('a secret key that only tests know'),
    log,
    live,
    securityLog,
    publicUrl: 'http://meldekette.test',
    async stop() {
      await live.stop();
      await securityLog.stop();
      await closeBudgets(budgets);
    },
  };
}
