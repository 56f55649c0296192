import { loadConfig } from './config.ts';
import { connect, type Db } from './database/connect.ts';
import { openDatabase } from './database/open.ts';
import { createLog, type Logger } from './log.ts';

/** Runs work with the configured database, with or without a running program. */
export async function withDatabase<T>(work: (db: Db, log: Logger) => Promise<T>): Promise<T> {
  const config = loadConfig();
  const log = createLog(config.LOG_LEVEL);
  const { url, stop } = await openDatabase(config, log);
  const database = connect(url);
  try {
    return await work(database.db, log);
  } finally {
    await database.close();
    await stop();
  }
}
