import type { Db } from './connect.ts';

/** Makes something once for each database it is asked for, with the parts of whoever asks first. */
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
