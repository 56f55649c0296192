import { sql } from 'kysely';
import type { Database, Db } from '#server/platform/database/connect.ts';

/** The second place's connection (`application_name` in `primary_conninfo`). */
export const followerName = 'meldekette_second_place';

/** The second place as the running installation knows it. */
export interface SecondPlace {
  /** The place of this database. */
  place: 'first' | 'second';
  /** Null if the role of the database may not see it. */
  isConnected: boolean | null;
  /** Seconds; null without a connection. */
  lag: number | null;
  rehearsedOn: string | null;
  /** The last release of a standby. */
  releasedAt: Date | null;
  releasedBy: string | null;
  /** Release codes that can be used. */
  usableCodes: number;
}

export const daysBetweenRehearsals = 100;

/** Returns the state of the second place. */
export async function readSecondPlace(database: Pick<Database, 'db' | 'pool'>): Promise<SecondPlace> {
  const { rows } = await sql<Omit<SecondPlace, 'isConnected' | 'lag'>>`
    select place, to_char(rehearsed_on, 'YYYY-MM-DD') as rehearsed_on, released_at, released_by,
      (select count(*)::int from release_codes where used_at is null and revoked_at is null) as usable_codes
    from installation`.execute(database.db);
  return { ...rows[0]!, ...(await findFollower(database.db)) };
}

async function findFollower(db: Db): Promise<Pick<SecondPlace, 'isConnected' | 'lag'>> {
  const { rows } = await sql<{ hidden: boolean; connected: boolean; lag: number | null }>`
    select coalesce(bool_or(pid is not null and state is null), false) as hidden,
      coalesce(bool_or(application_name = ${followerName} and state = 'streaming'), false) as connected,
      max(extract(epoch from coalesce(replay_lag, interval '0'))::float8)
        filter (where application_name = ${followerName}) as lag
    from pg_stat_replication`.execute(db);
  const { hidden, connected, lag } = rows[0]!;
  return { isConnected: hidden ? null : connected, lag: connected && !hidden ? lag : null };
}

/** Returns whether the last rehearsal is recent enough. */
export async function isRehearsed(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select coalesce(rehearsed_on > current_date - ${daysBetweenRehearsals}::int, false) as is from installation`.execute(
    db,
  );
  return rows[0]!.is;
}
