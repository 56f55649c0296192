/** Stops a failing channel, and probes it with single messages. */
export interface Breaker {
  /** Returns the maximum of parallel messages; 0 during a rest. */
  limit(): number;
  good(): void;
  /** `broken` stops the channel at once; `wait`: the pause in seconds that the provider requests. */
  bad(details: { broken: boolean; wait: number | null }): void;
  readonly open: boolean;
}

const remembered = 20;
const tolerated = 10;
const provingSuccesses = 3;
const longestRest = 900; // seconds; limits a provider's requested pause, so that alarms are tried

/**
 * Opens after 10 of the last 20 messages failed by the channel, or at once if broken. Then permits one message every
 * `probe` milliseconds; closes after three successes.
 */
export function createBreaker(probe: number, now: () => number = () => performance.now()): Breaker {
  let recent: boolean[] = [];
  let open = false;
  let restUntil = 0;
  let successes = 0;
  return {
    get open() {
      return open;
    },
    limit: () => (!open ? Number.POSITIVE_INFINITY : now() >= restUntil ? 1 : 0),
    good() {
      recent = [...recent, true].slice(-remembered);
      if (!open || now() < restUntil) return; // messages from before it opened prove nothing
      successes++;
      if (successes < provingSuccesses) return;
      open = false;
      recent = [];
    },
    bad({ broken, wait }) {
      recent = [...recent, false].slice(-remembered);
      const failures = recent.filter((good) => !good).length;
      if (!open && !broken && failures < tolerated && wait === null) return;
      open = true;
      successes = 0;
      restUntil = Math.max(restUntil, now() + Math.max(probe, Math.min(wait ?? 0, longestRest) * 1000));
    },
  };
}
