import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '#server/platform/config.ts';
import { StartError } from '#server/platform/start-error.ts';

/** The file that names the backup of an emergency copy. */
export const originFile = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string =>
  path.resolve(DATA_DIR, 'emergency-copy.json');

/**
 * Refuses a usual start in a folder whose emergency copy isn't restored yet. It would make an empty installation there,
 * which later starts would take for the copy.
 */
export async function refuseUnfinishedCopy(config: Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>): Promise<void> {
  if (config.DATABASE_URL) return;
  const file = originFile(config);
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null || text.includes('"isRestored":true')) return;
  throw new StartError(
    `${path.dirname(file)} is the folder of an emergency copy that isn't restored yet. Nothing was changed. \
Start it with npm start -- --from FILE. For a new installation, name another folder as DATA_DIR.`,
  );
}
