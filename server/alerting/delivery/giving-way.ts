/** How what is no alarm gives way to alarms. */
export interface GivingWay {
  /** An alarm is being launched, or was claimed. */
  begin(): void;
  /** No alarm is on its way any more. */
  end(): void;
  /** Milliseconds until something else may be claimed. */
  wait(): number;
}

const longest = 300;

/**
 * While an alarm is being launched and handed over nothing else is claimed, so that neither processor nor database are busy
 * with a mass mail: for 300 ms at most, and afterwards not again for as long as it lasted. However many alarms come, and
 * however long they take, what is no alarm has half of the time.
 */
export function givingWay(clock: () => number = () => performance.now()): GivingWay {
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
