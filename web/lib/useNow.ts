import { useEffect, useState } from 'react';

const TICK = 10_000;

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
