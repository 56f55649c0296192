import { useEffect, useState } from 'react';

// milliseconds: a double tap happens within half a second
const AFTER = 700;

/**
 * Returns whether the content named by `shown` is visible long enough that a tap is meant for it and not for the previous
 * content.
 */
export function useTapGuard(shown: string): boolean {
  const [ripe, setRipe] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setRipe(shown), AFTER);
    return () => clearTimeout(timer);
  }, [shown]);
  return ripe === shown;
}
