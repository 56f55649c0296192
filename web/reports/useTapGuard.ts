import { useEffect, useState } from 'react';

// milliseconds: a double tap takes half a second
const AFTER = 700;

/** Returns whether the content named by `shown` is visible long enough for a deliberate tap. */
export function useTapGuard(shown: string): boolean {
  const [ripe, setRipe] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setRipe(shown), AFTER);
    return () => clearTimeout(timer);
  }, [shown]);
  return ripe === shown;
}
