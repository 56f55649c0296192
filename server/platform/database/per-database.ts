import type { Db } from './connect.ts';

/** Creates a value once per database. */
export function perDatabase<P extends { db: Db }, T>(make: (parts: P) => T): (parts: P) => T {
  const made = new WeakMap<Db, T>();
  return (parts) => {
    const found = made.get(parts.db);
    if (found) return found;
    const fresh = make(parts);
    made.set(parts.db, fresh);
    return fresh;
  };
}
