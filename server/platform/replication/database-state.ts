import type { Database } from '#server/platform/database/connect.ts';

export interface DatabaseState {
  /** The standbys, without logical subscribers, backups and log archives. */
  standbys: number | null;
  /** The standbys that confirm each commit. */
  synchronous: number | null;
  /** Seconds by which the slowest standby is behind. */
  lag: number | null;
  /** Seconds by which the database's clock is ahead, less the time of the request. */
  clock: number;
}

/** A finding that an operator should correct. */
export type DatabaseTrouble = 'notSynchronous' | 'replicationLag' | 'clock';

const mostLag = 60;
const mostDrift = 2;

/** Returns the findings. */
export function troublesOf({ standbys, synchronous, lag, clock }: DatabaseState): DatabaseTrouble[] {
  const found: (DatabaseTrouble | false)[] = [
    Boolean(standbys) && synchronous === 0 && 'notSynchronous',
    lag !== null && lag > mostLag && 'replicationLag',
    Math.abs(clock) > mostDrift && 'clock',
  ];
  return found.filter((one) => one !== false);
}

// Logical subscribers and pg_receivewal are listed too: the first has a logical slot, the second replays nothing.
// Without pg_read_all_stats, only the number of rows is visible.
const replication = `
  select clock_timestamp() as now, count(pid) filter (where state is null) as hidden,
    count(pid) filter (where is_standby) as standbys,
    count(pid) filter (where is_standby and sync_state in ('sync', 'quorum')) as synchronous,
    max(lag) filter (where is_standby) as lag
  from (
    select s.pid, s.state, s.sync_state, extract(epoch from greatest(s.write_lag, s.flush_lag))::float8 as lag,
      s.state in ('streaming', 'catchup') and s.replay_lsn is not null and r.slot_type is distinct from 'logical'
        as is_standby
    from pg_stat_replication s left join pg_replication_slots r on r.active_pid = s.pid) as senders`;

const onlyClock = 'select clock_timestamp() as now, 1 as hidden';

interface Row {
  now: Date;
  hidden: number;
  standbys: number;
  synchronous: number;
  lag: number | null;
}

/** Forbidden, missing or unsupported: database services restrict parts of PostgreSQL. */
const restricted = new Set(['42501', '42883', '42P01', '0A000', '55000']);

export async function readDatabaseState({ pool }: Pick<Database, 'pool'>): Promise<DatabaseState> {
  const read = async (statement: string): Promise<DatabaseState> => {
    const asked = Date.now();
    const { rows } = await pool.query<Row>(statement);
    const answered = Date.now();
    const { now, hidden, standbys, synchronous, lag } = rows[0]!;
    const clock = driftOf(now.getTime(), asked, answered);
    if (hidden) return { standbys: null, synchronous: null, lag: null, clock };
    return { standbys, synchronous, lag: standbys ? (lag ?? 0) : null, clock };
  };
  return read(replication).catch((error: { code?: string }) => {
    if (!restricted.has(error.code ?? '')) throw error;
    return read(onlyClock);
  });
}

/** Returns the seconds by which a clock is certainly ahead (negative: behind), at a time between two others. */
export function driftOf(now: number, asked: number, answered: number): number {
  if (now < asked) return (now - asked) / 1000;
  return now > answered ? (now - answered) / 1000 : 0;
}
