/** The monitor of an event, without telephone numbers and addresses. */
export interface MonitorState {
  at: string;
  timeZone: string;
  event: {
    name: string;
    type: string | null;
    place: string | null;
    mode: 'LIVE' | 'EXERCISE' | 'TEST';
    /** When it happened. */
    since: string;
    /** Null while the event is running. */
    finishedAt: string | null;
    /** Time of the all-clear for all alarms; null while one has none. */
    allClearAt: string | null;
    /** Reason why no one received the alarms; null if someone may have, and for exercises. */
    stayedInside: 'undelivered' | 'stopped' | null;
  };
  /** The newest roll call; null without one. */
  rollCall: MonitorRollCall | null;
  /** Unfillable functions first, filled ones last. */
  functions: MonitorFunction[];
  coming: { name: string; function: string | null; expectedAt: string | null; overdueAt: string | null }[];
  moreComing: number;
  arrived: number;
  /** People who received nothing because their channels send nothing; the maximum of several alarms. */
  stranded: number;
  /** The last lines of the log, newest first. */
  log: { at: string; text: string }[];
}

/** Figures of a roll call. `people` = `needsHelp` + `notHeard` + `safe`. */
export interface MonitorSafety {
  people: number;
  needsHelp: number;
  notHeard: number;
  safe: number;
}

/** A roll call with its groups, such as places: the most people in need of help first. */
export interface MonitorRollCall extends MonitorSafety {
  groups: ({ name: string } & MonitorSafety)[];
  /** The number of further groups. */
  moreGroups: number;
}

/** Progress of a function. */
export interface MonitorFunction {
  name: string;
  needed: number;
  reached: number;
  state: 'exhausted' | 'stopped' | 'waiting' | 'filled';
}

/** Hours during which a monitor link stays valid after the end of its event. */
export const hoursAfterEnd = 4;

/** Path of a monitor: the event number, and the secret after the #, which browsers don't send. */
export const monitorAddress = /^#\/event\/(\d+)\/monitor\/([\w-]{22})(?:\?lang=([\w-]+))?$/;
