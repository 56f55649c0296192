/** Why a database may be a copy of one that lives elsewhere. */
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

/** What somebody outside of the database remembers of this installation: DATA_DIR, or a process that has been running. */
export interface Witness {
  /** Whether DATA_DIR is where it was made, and no copy. */
  stands: boolean;
  /** When the database was last seen, by its own clock. */
  seenAt: Date;
}

/** Whether two homes may be one: what a provider of databases does not let be seen says nothing. */
export function isSameHome(one: string, other: string): boolean {
  const [[system, database], [otherSystem, otherDatabase]] = [one.split('/'), other.split('/')];
  return database === otherDatabase && (!system || !otherSystem || system === otherSystem);
}

/** A standby that takes over may lack the last moments; what lacks more was restored. Milliseconds. */
export const lostAtMost = 120_000;

/**
 * Whether a database can be taken for the one it was: null when nothing speaks against it. A new timeline alone is what a
 * failover leaves, where somebody who saw the database before finds (nearly) nothing missing.
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
