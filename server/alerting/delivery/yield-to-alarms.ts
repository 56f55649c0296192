/** Makes other messages yield to alarms. */
export interface YieldToAlarms {
  /** An alarm is launching, or was claimed. */
  begin(): void;
  /** No alarm is in transit any longer. */
  end(): void;
  /** Returns the milliseconds until other messages may be claimed. */
  wait(): number;
}

// milliseconds; a launch on a busy machine with one core takes most of it
const longest = 1_000;

/**
 * Claims only alarms during an alarm: for at most a second, then not for as long, so that others get half of the time.
 */
export function yieldToAlarms(clock: () => number = () => performance.now()): YieldToAlarms {
  let since = Number.NEGATIVE_INFINITY;
  let until = Number.NEGATIVE_INFINITY;
  return {
    begin() {
      const now = clock();
      if (now < until + (until - since)) return;
      since = now;
      until = now + longest;
    },
    end() {
      until = Math.min(until, clock());
    },
    wait: () => Math.max(0, until - clock()),
  };
}

/** Makes others yield to alarms, and wakes them. */
export interface AlarmsFirst extends Pick<YieldToAlarms, 'begin' | 'end'> {
  /** Returns whether other messages have to wait now. */
  mustWait(): boolean;
  stop(): void;
}

/** Calls `wake` once others may be claimed. */
export function alarmsFirst(wake: () => void): AlarmsFirst {
  const way = yieldToAlarms();
  let waiting: NodeJS.Timeout | undefined;
  const end = () => {
    way.end();
    clearTimeout(waiting);
    if (waiting) wake();
    waiting = undefined;
  };
  return {
    begin: way.begin,
    end,
    mustWait() {
      const wait = way.wait();
      if (wait) waiting ??= setTimeout(end, wait);
      return wait > 0;
    },
    stop: () => clearTimeout(waiting),
  };
}
