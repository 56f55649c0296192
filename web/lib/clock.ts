import { useEffect, useState } from 'react';
import { secondsAheadHeard } from '#web/lib/signed-in/clock-ahead.ts';

const TICK = 10_000;
/** Differences up to this many milliseconds are ignored, because a response may take as long to arrive. */
const FAR_OFF = 60_000;

/** Returns how far this computer's clock is ahead of the server's, in milliseconds; 0 for negligible differences. */
function clockAhead(): number {
  const ahead = secondsAheadHeard() * 1000;
  return Math.abs(ahead) > FAR_OFF ? ahead : 0;
}

/** Returns the current time by the server's clock, which decides arrivals, due tasks and absences. */
export const serverNow = (): number => Date.now() - clockAhead();

/**
 * Returns the current time and updates it every few seconds, for countdowns and overdue marks. The time is never older than
 * `change`, so an arrival in 15 minutes never shows as 16.
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

/** Returns the current time by the server's clock, for comparison with timestamps from the server. */
export const useServerNow = (options: Parameters<typeof useNow>[0] = {}): number => useNow(options) - clockAhead();
