const listeners = new Set<() => void>();

/** Notifies the page that the server no longer grants the user everything the page shows. */
export function accessChanged(): void {
  for (const listener of listeners) listener();
}

/** Calls `listener` on each such change and returns a function that unsubscribes. */
export function onAccessChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
