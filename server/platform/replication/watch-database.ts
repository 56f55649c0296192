import { currentServer } from '#server/platform/connection/primary.ts';
import type { App } from '#server/platform/context.ts';
import { type Loop, startLoop } from '#server/platform/nodes/loop.ts';
import { type DatabaseState, type DatabaseTrouble, readDatabaseState, troublesOf } from './database-state.ts';

const everyMinute = 60_000;

/** Checks replication and clock every minute and logs changes. */
export function watchDatabase(
  { database, log }: Pick<App, 'database' | 'log'>,
  { every = everyMinute, read = () => readDatabaseState(database) } = {},
): Loop {
  let known: readonly DatabaseTrouble[] = [];
  let server: string | null = null;
  return startLoop(log, 'database', [every, every], async () => {
    const state = await read();
    const found = troublesOf(state);
    for (const trouble of found) if (!known.includes(trouble)) log.warn(lines[trouble](state));
    for (const trouble of known) if (!found.includes(trouble)) log.info({ event: 'database_trouble_over', trouble });
    known = found;
    const now = currentServer(database.url);
    if (now !== server) log.info({ event: 'database_server', server: now });
    server = now;
  });
}

const lines: Record<DatabaseTrouble, (state: DatabaseState) => object> = {
  notSynchronous: ({ standbys }) => ({ event: 'database_not_synchronous', standbys }),
  replicationLag: ({ lag }) => ({ event: 'database_replication_lag', seconds: Math.round(lag ?? 0) }),
  clock: ({ clock }) => ({ event: 'database_clock_differs', seconds: Math.round(clock) }),
};
