/** The reason why a database may be a copy of a live one. */
export type Doubt = 'moved' | 'copied' | 'set_back' | 'branched';

/** The installation as recorded in the database. */
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

export interface Witness {
  /** DATA_DIR is in its original place, and no copy. */
  stands: boolean;
  /** The last contact with the database, by its clock. */
  seenAt: Date;
}

/** Compares two homes, ignoring parts that a database service hides. */
export function isSameHome(one: string, other: string): boolean {
  const [[system, database], [otherSystem, otherDatabase]] = [one.split('/'), other.split('/')];
  return database === otherDatabase && (!system || !otherSystem || system === otherSystem);
}

/** The maximum loss in a failover to a standby, in milliseconds; a larger one means a restore. */
export const lostAtMost = 120_000;

/**
 * Returns why a database may not be the original, or null. A new timeline alone indicates a failover, if an earlier
 * witness misses (almost) nothing.
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
