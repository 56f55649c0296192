import { sql } from 'kysely';
import type { Db } from './connect.ts';

/** The newest minor releases of PostgreSQL at the time of this release. Update it with each release. */
export const knownReleases: Readonly<Record<number, { minor: number; source: string }>> = {
  15: { minor: 20, source: 'Debian security, package 15.20-0+deb12u1, seen on 2026-11-29' },
  16: { minor: 15, source: 'postgresql.org, release of 2026-08-13' },
  17: { minor: 11, source: 'postgresql.org, release of 2026-08-13' },
  18: { minor: 6, source: 'postgresql.org, release of 2026-08-13' },
};

/** A PostgreSQL server that runs an older minor release than a known one. */
export interface OutdatedServer {
  running: string;
  known: string;
}

/** `version` like 180004; null if no newer release is known. */
export function olderThanKnown(version: number): OutdatedServer | null {
  const [major, minor] = [Math.floor(version / 10_000), version % 10_000];
  const known = knownReleases[major];
  if (!known || known.minor <= minor) return null;
  return { running: `${major}.${minor}`, known: `${major}.${known.minor}` };
}

export async function serverVersion(db: Db): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::int as version`.execute(db);
  return rows[0]!.version;
}
