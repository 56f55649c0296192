import type { Config } from '#server/platform/config.ts';
import { isStartDelayed } from '#server/platform/database/away.ts';
import { isStandbyHere } from './is-standby-here.ts';
import type { StandbyStart } from './serve-standby.ts';

/**
 * Serves a standby's page if the database is one, and returns that. With several servers, waits for a primary instead.
 */
export async function serveWhileStandby(config: Config, start: StandbyStart): Promise<boolean> {
  const { DATABASE_URL: url, ROLES: roles = ['web'] } = config;
  if (!url || !roles.includes('web')) return false;
  if (!(await isStandbyHere(url).catch(() => false))) return false;
  // loaded only here, so that the supervisor stays small
  const { serveStandby } = await import('./serve-standby.ts');
  try {
    await serveStandby({ ...config, DATABASE_URL: url }, start);
    return true;
  } catch (error) {
    if (isStartDelayed(error)) return false; // it went away before the page was there
    throw error;
  }
}
