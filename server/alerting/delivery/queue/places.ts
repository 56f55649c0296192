import type { Claimed } from './claim.ts';
import type { Claim, Place } from './due.ts';

/** Remembers where claims ended. */
export interface Places {
  /** Adds the starting places to claims. */
  from: (claims: readonly Claim[]) => Claim[];
  note: (claims: readonly Claim[], claimed: readonly Claimed[]) => void;
}

const KEPT_FOR = 2_000;

/**
 * Remembers for two seconds where claims ended, because old snapshots keep claimed rows in the index. A later claim
 * from the start finds returned rows.
 */
export function rememberPlaces(clock: () => number = () => performance.now()): Places {
  const places = new Map<string, { place: Place; until: number }>();
  const keyOf = ({ messageId, channelId }: Pick<Claim, 'messageId' | 'channelId'>) => `${messageId} ${channelId}`;
  return {
    from: (claims) =>
      claims.map((claim) => {
        const known = places.get(keyOf(claim));
        return known && known.until > clock() ? { ...claim, after: known.place } : claim;
      }),
    note: (claims, claimed) => {
      for (const [key, { until }] of places) if (until <= clock()) places.delete(key);
      const got = Map.groupBy(claimed, keyOf);
      for (const claim of claims) {
        const key = keyOf(claim);
        const own = got.get(key) ?? [];
        if (own.length < claim.count) places.delete(key);
        else {
          const { until = clock() + KEPT_FOR } = places.get(key) ?? {};
          const [place] = own.toSorted((a, b) => (a.tryAt < b.tryAt ? 1 : a.tryAt > b.tryAt ? -1 : b.id - a.id));
          places.set(key, { place: place!, until });
        }
      }
    },
  };
}
