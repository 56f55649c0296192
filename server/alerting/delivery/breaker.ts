/** Keeps a channel in trouble from burning through its recipients: stops it, and tries it with one at a time. */
export interface Breaker {
  /** How many messages may be on the wire at once; 0 while the channel rests. */
  limit(): number;
  good(): void;
  /** A failure of the channel; `broken` ones stop it at once, `wait` (seconds) is what the provider asked for. */
  bad(details: { broken: boolean; wait: number | null }): void;
  readonly open: boolean;
}

const remembered = 20;
const tolerated = 10;
const provingSuccesses = 3;
const longestRest = 900; // seconds; however long a provider asks to wait, an alarm that comes meanwhile is tried

/**
 * Opens when 10 of the last 20 messages failed because of the channel, or at once when it is broken for good. Then one
 * message is tried every `probe` milliseconds; after three successes in a row everything flows again.
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
      if (!open || now() < restUntil) return; // what was under way when it opened proves nothing, and ends no rest
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
