/** Counts current entries by key. */
export interface Counter {
  hasRoom(key: string): boolean;
  /** Adds one; the returned function removes it, called once. */
  add(key: string): () => void;
}

export function createCounter(most: number): Counter {
  const counts = new Map<string, number>();
  const of = (key: string) => counts.get(key) ?? 0;
  return {
    hasRoom: (key) => of(key) < most,
    add(key) {
      counts.set(key, of(key) + 1);
      return () => {
        const left = of(key) - 1;
        if (left > 0) counts.set(key, left);
        else counts.delete(key);
      };
    },
  };
}
