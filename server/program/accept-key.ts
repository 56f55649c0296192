import type { Config } from '#server/platform/config.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { openDatabase } from '#server/platform/database/open.ts';
import { createLog } from '#server/platform/log.ts';
import { bindKey } from '#server/platform/open-secrets.ts';

/**
 * Binds the database to the configured or a new key: `npm start -- --accept-new-key`. Data of a lost key stays
 * unreadable.
 */
export async function acceptKey(config: Config): Promise<void> {
  const database = await openDatabase(config, createLog(config.LOG_LEVEL));
  try {
    await migrate(database.url);
    await bindKey(config, database.url);
  } finally {
    await database.stop();
  }
}
