import { useEffect, useSyncExternalStore } from 'react';

let marked = 0;
const listeners = new Set<() => void>();

function set(count: number): void {
  if (marked === count) return;
  marked = count;
  for (const listener of listeners) listener();
}

const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useMarked = (): number => useSyncExternalStore(listen, () => marked);

/** Shows the number of open alerts in the tab while mounted. */
export function useMark(count: number): void {
  useEffect(() => {
    set(count);
    return () => set(0);
  }, [count]);
}
