const listeners = new Set<() => void>();

/** Tells the page that the server no longer lets the user do what it shows. */
export function accessChanged(): void {
  for (const listener of listeners) listener();
}

/** Calls back when that is so, until the returned function is called. */
export function onAccessChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
