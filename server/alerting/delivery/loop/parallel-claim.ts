import type { Claim } from '#server/alerting/delivery/queue/due.ts';

/** Claims other messages in parallel, so that no alarm waits for them. */
export interface ParallelClaim {
  /** Starts a claim, or wakes the loop after the running one. */
  start(claims: readonly Claim[]): void;
  /** Throws the error of the last claim, once. */
  check(): void;
  ended(): Promise<void>;
}

/** Claims with `take`, one claim at a time. */
export function claimInParallel(take: (claims: readonly Claim[]) => Promise<void>, wake: () => void): ParallelClaim {
  let running: Promise<void> | null = null;
  let isMore = false;
  let failure: unknown = null;
  return {
    start(claims) {
      if (running) {
        isMore = true;
        return;
      }
      running = take(claims)
        .catch((error: unknown) => {
          failure = error;
        })
        .finally(() => {
          running = null;
          if (isMore) wake();
          isMore = false;
        });
    },
    check() {
      if (!failure) return;
      const error = failure;
      failure = null;
      throw error;
    },
    async ended() {
      await running;
    },
  };
}
