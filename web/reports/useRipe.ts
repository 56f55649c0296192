import { useEffect, useState } from 'react';

// two taps that were meant as one come within half a second
const AFTER = 700;

/** Whether what opened, or changed to what `shown` names, stands long enough that a tap on it is meant for it, and not for what stood there before. */
export function useRipe(shown: string): boolean {
  const [ripe, setRipe] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setRipe(shown), AFTER);
    return () => clearTimeout(timer);
  }, [shown]);
  return ripe === shown;
}
