const listeners = new Set<() => void>();

/** Reports that the server grants the user less than the page shows. */
export function accessChanged(): void {
  for (const listener of listeners) listener();
}

/** Calls `listener` on each such change; returns a function that unsubscribes. */
export function onAccessChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
