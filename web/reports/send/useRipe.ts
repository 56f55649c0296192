import { useEffect, useState } from 'react';

// two taps that were meant as one come within half a second
const AFTER = 700;

/** Whether what opened is there long enough that a tap on it is meant for it, and not the second of two for what opened it. */
export function useRipe(): boolean {
  const [isRipe, setRipe] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setRipe(true), AFTER);
    return () => clearTimeout(timer);
  }, []);
  return isRipe;
}
