/** The longest time that this process did nothing else. */
export interface LongestBlock {
  /** Processor milliseconds between two turns of the event loop, whatever else the machine does. */
  computed: number;
  /** The same by the clock. */
  elapsed: number;
}

/** Measures the longest block of the event loop since the last `take`. */
export interface LoopMeter {
  take(): LongestBlock;
  stop(): void;
}

const interval = 5;

/** Starts to measure. Only the main thread counts, with all that the test does in it. */
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
