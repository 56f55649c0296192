/** Counts how many of each key there are at the moment. */
export interface Counter {
  hasRoom(key: string): boolean;
  /** One more; the returned function, called once, makes it one less. */
  add(key: string): () => void;
}

/** A counter of keys, each of which there may be `most` of. */
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
