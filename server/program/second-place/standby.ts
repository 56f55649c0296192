import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';

/** A standby that follows the database of another place. */
export interface StandbyState {
  /** The place that this standby becomes with a release. */
  place: 'first' | 'second';
  /** Whether the primary sends changes. */
  isConnected: boolean;
  /** Without interruption, if visible. */
  followsSince: Date | null;
  /** By the primary's clock. */
  asOf: Date | null;
  /** Seconds since then. */
  age: number | null;
  /** The hash of the key that the data were sealed with. */
  keyFingerprint: Buffer;
  /** Whether the role of the program may promote the database. */
  mayPromote: boolean;
}

/** Returns a standby's state; null after a promotion. */
export async function readStandby(db: Db): Promise<StandbyState | null> {
  // columns may be missing, and a promotion may happen in between
  const { rows } = await sql<StandbyState & { isStandby: boolean }>`
    with moment as (select pg_is_in_recovery() as is_standby, clock_timestamp() as now),
      newest as (select greatest(pg_last_xact_replay_timestamp(), i.lived_at) as of, i.* from installation i)
    select moment.is_standby, case to_jsonb(newest)->>'place' when 'second' then 'first' else 'second' end as place,
      exists (select from pg_stat_wal_receiver where coalesce(status, 'streaming') = 'streaming') as is_connected,
      (select a.backend_start from pg_stat_wal_receiver w join pg_stat_activity a on a.pid = w.pid) as follows_since,
      newest.of as as_of, greatest(extract(epoch from moment.now - newest.of)::float8, 0) as age, newest.key_fingerprint,
      has_function_privilege('pg_promote(boolean, integer)', 'execute') as may_promote
    from moment, newest`.execute(db);
  const [row] = rows;
  if (!row?.isStandby) return null;
  const { isStandby: _, ...state } = row;
  return state;
}
