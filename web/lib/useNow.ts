import { useEffect, useState } from 'react';

const TICK = 10_000;

/** The moment, anew every few seconds: what is counted down or overdue changes without anything happening. */
export function useNow(every = TICK): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}
