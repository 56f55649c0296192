import { useEffect, useState } from 'react';
import { secondsAheadHeard } from '#web/lib/signed-in/clock-ahead.ts';

const TICK = 10_000;
/** Milliseconds of negligible difference, because a response may take as long. */
const FAR_OFF = 60_000;

/** Returns the milliseconds by which this computer's clock is ahead of the server's. */
function clockAhead(): number {
  const ahead = secondsAheadHeard() * 1000;
  return Math.abs(ahead) > FAR_OFF ? ahead : 0;
}

/** Returns the server's time. */
export const serverNow = (): number => Date.now() - clockAhead();

/**
 * Returns the current time, updated every few seconds. Never older than `change`, so an arrival in 15 minutes never
 * shows as 16.
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

/** Like `useNow`, by the server's clock. */
export const useServerNow = (options: Parameters<typeof useNow>[0] = {}): number => useNow(options) - clockAhead();
