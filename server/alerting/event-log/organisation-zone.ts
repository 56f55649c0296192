import type { Tx } from '#server/platform/database/connect.ts';
import { readSettings } from '#server/platform/settings/settings.ts';

/** Returns the organisation's time zone, for sentences of the log. */
export async function organisationZone(tx: Tx): Promise<string> {
  const { time_zone: timeZone = 'Europe/Berlin' } = await readSettings(tx, 'time_zone');
  return timeZone;
}
