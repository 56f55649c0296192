// Loaded before the program (node --import): tells the process that started it how large it is and how late its event
// loop runs.
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** What a process told of itself last. */
export interface Health {
  /** The most memory it ever held, in megabytes. */
  megabytes: number;
  /** The 99th percentile of its event loop's delay, in milliseconds. */
  delay: number;
}

const interval = 500;
const delays = monitorEventLoopDelay({ resolution: 20 });
delays.enable();
process.channel?.unref();
setInterval(() => {
  const health: Health = {
    megabytes: Math.round(process.resourceUsage().maxRSS / 1024),
    delay: Math.round(delays.percentile(99) / 1e6),
  };
  if (process.connected) process.send?.(health, undefined, {}, () => undefined);
}, interval).unref();
