// preloaded: reports memory and delay to the parent
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The last report of a process. */
export interface HealthReport {
  /** Its peak memory in megabytes. */
  megabytes: number;
  /** The 99th percentile of its event loop's delay, in milliseconds. */
  delay: number;
}

const interval = 500;
const delays = monitorEventLoopDelay({ resolution: 20 });
delays.enable();
process.channel?.unref();
setInterval(() => {
  const health: HealthReport = {
    megabytes: Math.round(process.resourceUsage().maxRSS / 1024),
    delay: Math.round(delays.percentile(99) / 1e6),
  };
  if (process.connected) process.send?.(health, undefined, {}, () => undefined);
}, interval).unref();
