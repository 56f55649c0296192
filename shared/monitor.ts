/** What the monitor of an event shows; no telephone number and no address is in it. */
export interface MonitorState {
  /** When it was computed, on the server's clock. */
  at: string;
  timeZone: string;
  event: {
    name: string;
    type: string | null;
    place: string | null;
    mode: 'LIVE' | 'EXERCISE' | 'TEST';
    /** When it happened. */
    since: string;
    /** Null while it goes on. */
    finishedAt: string | null;
    /** When the all-clear for its alarms was given; null while one has none. */
    allClearAt: string | null;
    /** Why nobody outside got anything of its alarms; null where somebody did or may, and of exercises. */
    stayedInside: 'undelivered' | 'stopped' | null;
  };
  /** Those that cannot be filled by answers that still come first, filled ones last. */
  functions: MonitorFunction[];
  /** Who is on the way, by the time they are expected. */
  coming: { name: string; function: string | null; expectedAt: string | null; overdueAt: string | null }[];
  moreComing: number;
  arrived: number;
  /** How many of those asked nothing has reached, and their channels send nothing; of several alarms the most. */
  stranded: number;
  /** The last lines of the log, newest first. */
  log: { at: string; text: string }[];
}

/** How far a function is. */
export interface MonitorFunction {
  name: string;
  needed: number;
  reached: number;
  state: 'exhausted' | 'stopped' | 'waiting' | 'filled';
}

/** Hours for which a link to the monitor holds after the end of its event. */
export const hoursAfterEnd = 4;

/** What an address of a monitor holds: the event's number, and the secret behind the #, which no browser sends. */
export const monitorAddress = /^#\/event\/(\d+)\/monitor\/([\w-]{22})(?:\?lang=([\w-]+))?$/;
