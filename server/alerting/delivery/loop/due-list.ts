import type { Claimed } from '#server/alerting/delivery/queue/claim.ts';
import { type Claim, type Due, findDue } from '#server/alerting/delivery/queue/due.ts';
import { remaining } from '#server/alerting/delivery/queue/share.ts';
import type { Db } from '#server/platform/database/connect.ts';

const keptForAtLeast = 100;
const largestCount = 1_000;

/** Messages with due recipients, as of the last query. */
export interface DueList {
  /** Returns the list, read again if outdated. */
  read(): Promise<readonly Due[]>;
  known(): readonly Due[];
  /** Makes the next `read` query the database. */
  expire(): void;
  /** Returns a function that removes claimed recipients, unless the list was read again. */
  fromNow(): (claims: readonly Claim[], claimed: readonly Claimed[]) => void;
}

/** Keeps the list briefly. Calls `found` for due recipients. */
export function keepDue(db: Db, found: () => void): DueList {
  let due: Due[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  let keptFor = keptForAtLeast;
  const expire = () => {
    readAt = Number.NEGATIVE_INFINITY;
  };
  return {
    known: () => due,
    expire,
    async read() {
      if (performance.now() - readAt > keptFor) {
        const begun = performance.now();
        readAt = begun; // a notice during the query causes another one
        due = await findDue(db, largestCount);
        if (due.length) found();
        keptFor = Math.max(keptForAtLeast, 10 * (performance.now() - begun)); // the query is slow behind an old snapshot
      }
      return due;
    },
    fromNow() {
      const from = readAt;
      return (claims, claimed) => {
        // the list may count claimed rows
        if (readAt !== from) return;
        due = remaining(due, claims, claimed);
        if (due.length === 0) expire();
      };
    },
  };
}
