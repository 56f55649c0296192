import { sql } from 'kysely';
import { closeConnectionPools, openConnectionPools } from '#server/api/connection-pools/connection-pools.ts';
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

export interface TestApp extends Omit<App, 'jobs'> {
  stop(): Promise<void>;
}

/** Prepares a database like the first start, without undo periods. */
export const installed: Preparation = {
  name: 'installed',
  async run(url) {
    await migrate(url);
    const { stop, ...app } = await assemble(url);
    const jobs = await startJobs(app);
    await seed({ ...app, jobs }, { demo: false });
    // sends at once
    await sql`update system_settings set value_str = '0' where value_key in ('undo_seconds', 'trigger_undo_seconds')`.execute(
      app.db,
    );
    await jobs.stop();
    await stop();
  },
};

/** Starts the program without API and jobs. `server`: a PostgreSQL. */
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

/** The token for `/metrics` of a test server. */
export const metricsToken = 'metrics of the tests';

async function assemble(url: string): Promise<TestApp> {
  const config = loadConfig({
    DATABASE_URL: url,
    OWNER_PASSWORD: 'owner password of the tests',
    PUBLIC_URL: 'http://meldekette.test',
    METRICS_TOKEN: metricsToken,
    LOCAL_CHANNELS: '1', // the fake servers run on this machine
  });
  const roles = ['web', 'worker'] as const;
  const pools = openConnectionPools({ url, roles, connections: usualConnections });
  const { database } = pools.vital;
  const live = await startLive(url);
  const log = createLog(process.env['TEST_LOG_LEVEL'] ?? 'silent');
  const securityLog = startSecurityLog({ db: pools.bulk.database.db, log });
  return {
    config,
    roles,
    pools,
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
      await closeConnectionPools(pools);
    },
  };
}
