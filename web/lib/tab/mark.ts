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

/** How much on the page calls for somebody, as the browser's tab shows it. */
export const useMarked = (): number => useSyncExternalStore(listen, () => marked);

/** Marks the browser's tab with how much calls for somebody, as long as the page is there. */
export function useMark(count: number): void {
  useEffect(() => {
    set(count);
    return () => set(0);
  }, [count]);
}
