/** The reason why a database may be a copy of a live one. */
export type Doubt = 'moved' | 'copied' | 'set_back' | 'branched';

/** What the database says of itself: where it lives, and when it was last seen to. */
export interface InstallationRecord {
  id: string;
  home: string | null;
  timeline: string | null;
  livedAt: Date | null;
}

/** Where it is found. */
export interface InstallationPlace {
  home: string;
  timeline: string;
}

/** A record outside of the database about this installation: DATA_DIR, or a running process. */
export interface Witness {
  /** DATA_DIR is in its original place, and no copy. */
  stands: boolean;
  /** The last contact with the database, by its clock. */
  seenAt: Date;
}

/** Returns whether two homes may be the same, ignoring parts that a database service hides. */
export function isSameHome(one: string, other: string): boolean {
  const [[system, database], [otherSystem, otherDatabase]] = [one.split('/'), other.split('/')];
  return database === otherDatabase && (!system || !otherSystem || system === otherSystem);
}

/** The maximum loss in a failover to a standby, in milliseconds; a larger one means a restore. */
export const lostAtMost = 120_000;

/**
 * Returns a doubt whether a database is the original, or null. Only a new timeline indicates a failover, if an earlier witness
 * misses (almost) nothing.
 */
export function judge(
  { home, timeline, livedAt }: InstallationRecord,
  place: InstallationPlace,
  witness: Witness | null,
): Doubt | null {
  if (home === null || livedAt === null) return null; // it never lived anywhere
  if (!isSameHome(home, place.home)) return 'moved';
  if (witness && witness.seenAt.getTime() - livedAt.getTime() > lostAtMost) return 'set_back';
  if (witness && !witness.stands) return 'copied';
  return timeline !== place.timeline && !witness ? 'branched' : null;
}
