/** The reason why a database may be a copy of a live one. */
export type CopySign = 'moved' | 'copied' | 'set_back' | 'branched';

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

export interface LastContact {
  /** DATA_DIR is in its original place, and no copy. */
  isInPlace: boolean;
  /** The last contact with the database, by its clock. */
  seenAt: Date;
}

/** Compares two homes, ignoring parts that a database service hides. */
export function isSameDatabase(one: string, other: string): boolean {
  const [[system, database], [otherSystem, otherDatabase]] = [one.split('/'), other.split('/')];
  return database === otherDatabase && (!system || !otherSystem || system === otherSystem);
}

/** The maximum loss in a failover to a standby, in milliseconds; a larger one means a restore. */
export const maximumFailoverLoss = 120_000;

/**
 * Returns why a database may not be the original, or null. A new timeline alone indicates a failover, if an earlier
 * contact misses (almost) nothing.
 */
export function findCopySign(
  { home, timeline, livedAt }: InstallationRecord,
  place: InstallationPlace,
  contact: LastContact | null,
): CopySign | null {
  if (home === null || livedAt === null) return null; // it never lived anywhere
  if (!isSameDatabase(home, place.home)) return 'moved';
  if (contact && contact.seenAt.getTime() - livedAt.getTime() > maximumFailoverLoss) return 'set_back';
  if (contact && !contact.isInPlace) return 'copied';
  return timeline !== place.timeline && !contact ? 'branched' : null;
}
