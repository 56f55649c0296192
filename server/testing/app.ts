import { loadConfig } from '#server/config.ts';
import type { App } from '#server/context.ts';
import { connect } from '#server/database/connect.ts';
import { startLive } from '#server/live/live.ts';
import { createLog } from '#server/log.ts';
import { deriveSecrets } from '#server/secrets.ts';
import { seed } from '#server/seed/seed.ts';
import { createTestDatabase } from './database.ts';

/** The program's parts below the API, on a database of their own with the base data. */
export interface TestApp extends Omit<App, 'jobs'> {
  stop(): Promise<void>;
}

/** The program without the API and without background jobs, for tests of what lies below; `server` is a PostgreSQL's address. */
export async function startTestApp(server?: string): Promise<TestApp> {
  const database = await createTestDatabase(server);
  const config = loadConfig({
    DATABASE_URL: database.url,
    OWNER_PASSWORD: 'owner password of the tests',
    PUBLIC_URL: 'http://meldekette.test',
  });
  const pool = connect(database.url);
  const live = await startLive(database.url);
  const app = {
    config,
    database: pool,
    db: pool.db,
    secrets: deriveSecrets('a secret key that only tests know'),
    log: createLog(process.env['TEST_LOG_LEVEL'] ?? 'silent'),
    live,
    publicUrl: 'http://meldekette.test',
  };
  await seed(app as unknown as App, { demo: false });
  return {
    ...app,
    async stop() {
      await live.stop();
      await pool.close();
      await database.drop();
    },
  };
}
