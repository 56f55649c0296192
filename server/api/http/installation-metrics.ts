import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { Counter, Gauge, Registry } from 'prom-client';
import type { App } from '#server/platform/context.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import { findHold } from '#server/platform/installation/held.ts';
import { type DatabaseState, readDatabaseState } from '#server/platform/replication/database-state.ts';
import { measureBackups } from './backup-metrics.ts';
import type { ProcessFigures } from './metrics.ts';
import { isPathFailing } from './path-failing.ts';

type AddGauge = (name: string, help: string, read: () => Promise<number>) => void;

/** Measures replication and clock with one statement for each request. */
function measureDatabase({ database }: App, gauge: AddGauge): void {
  let asked: Promise<DatabaseState> | null = null;
  const read = (of: (state: DatabaseState) => number | null) => async () => {
    asked ??= readDatabaseState(database).finally(() => {
      asked = null;
    });
    return of(await asked) ?? Number.NaN;
  };
  const hidden = 'NaN if the role may not see it.';
  gauge(
    'database_standbys',
    `Standbys of the database. ${hidden}`,
    read(({ standbys }) => standbys),
  );
  gauge(
    'database_standbys_synchronous',
    `Standbys that confirm each commit. ${hidden}`,
    read(({ synchronous }) => synchronous),
  );
  gauge(
    'database_replication_lag_seconds',
    'Time by which the slowest standby is behind. NaN without one.',
    read(({ lag }) => lag),
  );
  gauge(
    'database_clock_difference_seconds',
    'Time by which the clock of the database is ahead of this machine.',
    read(({ clock }) => clock),
  );
}

/** Measures the installation for Prometheus; NaN means unknown. All processes return the same. */
export function measureInstallation(
  app: App,
  ready: () => Promise<{ status: string }>,
): (processes: readonly ProcessFigures[] | undefined) => Promise<string> {
  const registry = new Registry();
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => Promise<number>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read().catch(() => Number.NaN));
      },
    });
  gauge('installation_ready', '1 if /readyz of this process returns 200, otherwise 0.', async () =>
    (await ready()).status === 'ok' ? 1 : 0,
  );
  gauge('installation_held', '1 while nothing is sent because the database may be a copy.', async () =>
    (await findHold(app.db)) ? 1 : 0,
  );
  gauge('recipients_due', 'Recipients whose next attempt is due.', () => countDue(app));
  gauge('recipients_oldest_due_seconds', 'Time since the longest waiting recipient became due.', () => oldestDue(app));
  gauge('worker_heartbeat_age_seconds', 'Time since the last heartbeat of a worker.', () => heartbeatAge(app));
  gauge(
    'alarm_path_failing',
    '1 if the last two synthetic alarms did not succeed; 0 while installation_held is 1.',
    () => pathFailing(app),
  );
  gauge('disk_free_bytes', 'Free space where DATA_DIR is, which includes the embedded database.', () => freeBytes(app));
  measureDatabase(app, gauge);
  measureBackups(app, gauge);
  new Gauge({
    name: 'channel_in_trouble',
    help: "1 while an active channel can't send, otherwise 0.",
    labelNames: ['channel', 'type'],
    registers,
    async collect() {
      this.reset();
      for (const { id, type, trouble } of await readChannels(app).catch(() => []))
        this.set({ channel: id, type }, trouble === null ? 0 : 1);
    },
  });
  const labelNames = ['process'];
  const up = new Gauge({ name: 'process_up', help: '1 if a process responds, otherwise 0.', labelNames, registers });
  const starts = new Counter({
    name: 'process_starts_total',
    help: 'Starts of a process, the first one included.',
    labelNames,
    registers,
  });
  const stuck = new Counter({
    name: 'process_stuck_total',
    help: 'Replacements of a process that hung.',
    labelNames,
    registers,
  });
  return (processes = []) => {
    starts.reset();
    stuck.reset();
    for (const { process, figures, starts: n, stuck: times } of processes) {
      up.set({ process }, figures ? 1 : 0);
      starts.inc({ process }, n);
      stuck.inc({ process }, times);
    }
    return registry.metrics();
  };
}

async function countDue({ db }: App): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from message_recipients
    where status in ${recipientStates.inQueue} and try_at <= now()`.execute(db);
  return rows[0]!.n;
}

async function oldestDue({ db }: App): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from now() - min(oldest))::float8 as seconds from due_messages(1)`.execute(db);
  return rows[0]!.seconds ?? 0;
}

async function heartbeatAge({ db }: App): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from clock_timestamp() - max(heartbeat_at))::float8 as seconds from nodes
    where 'worker' = any(roles)`.execute(db);
  return rows[0]!.seconds ?? Number.NaN;
}

async function pathFailing({ db }: App): Promise<number> {
  if (await findHold(db)) return 0; // none runs then
  const { rows } = await sql<{ failing: boolean }>`select ${isPathFailing()} as failing`.execute(db);
  return rows[0]!.failing ? 1 : 0;
}

async function freeBytes({ config }: App): Promise<number> {
  const { bavail, bsize } = await statfs(config.DATA_DIR);
  return bavail * bsize;
}

const readChannels = ({ db }: App) =>
  db
    .selectFrom('channels')
    .innerJoin('channelTypes', 'channelTypes.id', 'channels.channelTypeId')
    .select(['channels.id', 'channelTypes.identifier as type', 'channels.trouble'])
    .where('channels.isActive', '=', true)
    .orderBy('channels.id')
    .execute();
