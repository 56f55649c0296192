import path from 'node:path';
import type { Config } from '#server/config.ts';
import type { Logger } from '#server/log.ts';
import { startEmbedded } from './embedded.ts';

/** Where the database is; `stop` lets an embedded one go. */
export interface OpenedDatabase {
  url: string;
  isEmbedded: boolean;
  stop(): Promise<void>;
}

/** The database of the configuration; without one the embedded PostgreSQL, started or joined. */
export async function openDatabase(config: Config, log: Logger): Promise<OpenedDatabase> {
  if (config.DATABASE_URL) return { url: config.DATABASE_URL, isEmbedded: false, stop: async () => {} };
  const { url, stop } = await startEmbedded({
    dir: path.resolve(config.DATA_DIR, 'database'),
    database: 'meldekette',
    log: (line) => log.debug({ event: 'embedded_database', line }),
  });
  return { url, isEmbedded: true, stop };
}
