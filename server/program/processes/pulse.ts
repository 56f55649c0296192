export interface Patience {
  /** Milliseconds between two pings. */
  interval: number;
  /** Milliseconds without an answer: while it starts, and once it works. */
  starting: number;
  working: number;
}

/** Milliseconds. A worker may be sending an alarm. */
export const hangsAfter = { worker: 15_000, web: 20_000 };

/** Detects a hung process. */
export interface Pulse {
  /** Records an answer. */
  answered(): void;
  /** Records that it works, so that the shorter limit applies. */
  works(): void;
  stop(): void;
}

/**
 * Pings until stopped, or calls `hung` once, with the seconds without an answer. Counts pings instead of time, so that
 * none is missed while this process is paused; then all get another ping's time.
 */
export function watchPulse(
  { interval, starting, working }: Patience,
  ping: () => void,
  hung: (seconds: number) => void,
): Pulse {
  let isWorking = false;
  let missed = 0;
  const timer = setInterval(() => {
    const seconds = (missed * interval) / 1000;
    if (missed * interval >= (isWorking ? working : starting)) {
      clearInterval(timer);
      return hung(seconds);
    }
    missed++;
    ping();
  }, interval);
  timer.unref();
  return {
    answered() {
      missed = 0;
    },
    works() {
      isWorking = true;
      missed = 0;
    },
    stop: () => clearInterval(timer),
  };
}
