import path from 'node:path';
import type { Config } from '#server/platform/config.ts';
import { movedSentence, openMovesWith } from '#server/platform/connection/moves.ts';
import { serverName } from '#server/platform/connection/servers.ts';
import type { Logger } from '#server/platform/log.ts';
import { deriveSecrets, findKey, makeFolder, unseal } from '#server/platform/secrets.ts';
import { StartError } from '#server/platform/start-error.ts';
import { startEmbedded } from './embedded.ts';

/** The database's address; `stop` releases an embedded one. */
export interface OpenedDatabase {
  url: string;
  isEmbedded: boolean;
  stop(): Promise<void>;
}

/**
 * Opens the configured database, otherwise starts or joins the embedded PostgreSQL. Throws a StartError.
 * `isDatabaseReady`: another process has set it up.
 */
export async function openDatabase(
  config: Config,
  log: Logger,
  { isDatabaseReady = false }: { isDatabaseReady?: boolean } = {},
): Promise<OpenedDatabase> {
  followMoves(config, log);
  if (config.DATABASE_URL) return { url: config.DATABASE_URL, isEmbedded: false, stop: async () => {} };
  const dir = path.resolve(config.DATA_DIR, 'database');
  await makeFolder(dir);
  const { url, stop } = await startEmbedded({
    dir,
    database: 'meldekette',
    forProgram: true,
    isDatabaseReady,
    programs: config.POSTGRES_PROGRAMS,
    log: (line) => log.debug({ event: 'embedded_database', line }),
  }).catch((error: Error) => {
    throw new StartError(`The database cannot be started: ${error.message}`, { cause: error });
  });
  return { url, isEmbedded: true, stop };
}

export const switchoverPurpose = 'switchover';

/** Lets this process follow moved data, and report it once. */
function followMoves(config: Config, log: Logger): void {
  let reported = '';
  openMovesWith(async (state) => {
    const key = await findKey(config);
    if (!key || !state.address) throw new StartError(`${movedSentence(state)}.`);
    const url = read(key, state.address);
    if (!url) throw new StartError(`${movedSentence(state)}.`);
    if (reported !== state.token) {
      log.warn({ event: 'database_moved', to: serverName(url) });
      if (!process.send) process.stderr.write(`${movedSentence(state)}. Until then, Meldekette follows the address.\n`);
    }
    reported = state.token;
    return url;
  });
}

function read(key: string, address: Buffer): string | null {
  try {
    return unseal<string>(deriveSecrets(key).store, switchoverPurpose, address);
  } catch {
    return null; // sealed with another key
  }
}
