/** A yes within this many minutes is in time. */
export const inTimeMinutes = 30;

/** A stop limit and its available people. */
export interface Asking {
  needed: number;
  waitMinutes: number;
  available: number;
  /** The number of people asked at once, regardless of the limit. */
  always: number;
}

/**
 * Returns how many people a stop limit has asked early enough for their wait to end in time, if no one answers: each
 * wait asks as many again.
 */
export function askedInTime({ needed, waitMinutes, available, always }: Asking): number {
  const waves = Math.max(1, Math.floor(inTimeMinutes / waitMinutes));
  return Math.min(available, Math.max(always, needed) + (waves - 1) * needed);
}
