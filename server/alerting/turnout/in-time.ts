/** Who says within so many minutes of being asked that they come, is in time. */
export const inTimeMinutes = 30;

/** A stop limit, and how many it may ask. */
export interface Asking {
  needed: number;
  waitMinutes: number;
  /** How many can be asked. */
  available: number;
  /** How many of them are asked at once, whatever the limit says. */
  always: number;
}

/**
 * How many a stop limit has asked early enough that their own waiting time ends in time, if nobody says anything: with each
 * wait that passes it asks as many again.
 */
export function askedInTime({ needed, waitMinutes, available, always }: Asking): number {
  const waves = Math.max(1, Math.floor(inTimeMinutes / waitMinutes));
  return Math.min(available, Math.max(always, needed) + (waves - 1) * needed);
}
