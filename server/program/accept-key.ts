import type { Config } from '#server/platform/config.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { openDatabase } from '#server/platform/database/open.ts';
import { createLog } from '#server/platform/log.ts';
import { bindKey } from '#server/platform/open-secrets.ts';

/**
 * Makes the configured key, or a new one where there is none, the one of the database: `npm start -- --accept-new-key`, for
 * whoever has lost the old one. What was sealed with that stays unreadable.
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
