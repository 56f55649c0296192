import { useEffect, useState } from 'react';
import { secondsAheadHeard } from '#web/lib/signed-in/clock-ahead.ts';

const TICK = 10_000;
/** A clock that is no further off than this is taken as it is: an answer may have been under way for as long. */
const FAR_OFF = 60_000;

/** How far this computer's clock is ahead of the server's, as far as that is worth mentioning. */
function clockAhead(): number {
  const ahead = secondsAheadHeard() * 1000;
  return Math.abs(ahead) > FAR_OFF ? ahead : 0;
}

/** The moment by the server's clock, by which people come, tasks are due and absences begin. */
export const serverNow = (): number => Date.now() - clockAhead();

/**
 * The moment, anew every few seconds: what is counted down or overdue changes without anything happening. It is never older
 * than `change`: who says they come in fifteen minutes does not come in sixteen.
 */
export function useNow({ every = TICK, change }: { every?: number; change?: unknown } = {}): number {
  const [now, setNow] = useState(Date.now);
  const [seen, setSeen] = useState(change);
  if (change !== seen) {
    setSeen(change);
    setNow(Date.now());
  }
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}

/** The same by the server's clock: for moments that the server tells, whatever this computer takes the time to be. */
export const useServerNow = (options: Parameters<typeof useNow>[0] = {}): number => useNow(options) - clockAhead();
