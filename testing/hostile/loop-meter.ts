/** The longest time that this process did nothing else. */
export interface LongestBlock {
  /** Processor milliseconds between two turns. */
  computed: number;
  /** The same by the clock. */
  elapsed: number;
}

/** Measures the longest block since the last `take`. */
export interface LoopMeter {
  take(): LongestBlock;
  stop(): void;
}

const interval = 5;

/** Only the main thread counts, with the test. */
export function startLoopMeter(): LoopMeter {
  const used = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let last = { used: used(), at: performance.now() };
  let longest: LongestBlock = { computed: 0, elapsed: 0 };
  const look = () => {
    const now = { used: used(), at: performance.now() };
    longest = {
      computed: Math.max(longest.computed, now.used - last.used),
      elapsed: Math.max(longest.elapsed, now.at - last.at),
    };
    last = now;
  };
  const timer = setInterval(look, interval);
  return {
    take() {
      look();
      const taken = longest;
      longest = { computed: 0, elapsed: 0 };
      return taken;
    },
    stop: () => clearInterval(timer),
  };
}
