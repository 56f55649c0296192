import path from 'node:path';
import type { Config } from '#server/platform/config.ts';
import type { Logger } from '#server/platform/log.ts';
import { makeFolder } from '#server/platform/secrets.ts';
import { StartError } from '#server/platform/start-error.ts';
import { startEmbedded } from './embedded.ts';

/** The database's address; `stop` releases an embedded one. */
export interface OpenedDatabase {
  url: string;
  isEmbedded: boolean;
  stop(): Promise<void>;
}

/**
 * Opens the configured database, otherwise starts or joins the embedded PostgreSQL. Throws a StartError on failure.
 * `isDatabaseReady`: another process has just set it up and keeps it open.
 */
export async function openDatabase(
  config: Config,
  log: Logger,
  { isDatabaseReady = false }: { isDatabaseReady?: boolean } = {},
): Promise<OpenedDatabase> {
  if (config.DATABASE_URL) return { url: config.DATABASE_URL, isEmbedded: false, stop: async () => {} };
  const dir = path.resolve(config.DATA_DIR, 'database');
  await makeFolder(dir);
  const { url, stop } = await startEmbedded({
    dir,
    database: 'meldekette',
    forProgram: true,
    isDatabaseReady,
    log: (line) => log.debug({ event: 'embedded_database', line }),
  }).catch((error: Error) => {
    throw new StartError(`The database cannot be started: ${error.message}`, { cause: error });
  });
  return { url, isEmbedded: true, stop };
}
