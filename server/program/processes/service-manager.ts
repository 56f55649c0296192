import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { serviceManager } from '#server/platform/config.ts';
import type { Logger } from '#server/platform/log.ts';

const program = 'systemd-notify';

// a hanging report must not hold back the next
const longest = 10_000;

/** Reports the state of this start to systemd. */
export interface ManagerReports {
  /** Reports the start, and then that the event loop runs. */
  ready(): void;
  /** Reports that a stop began. */
  stopping(): void;
}

/**
 * Reports to the service manager (`Type=notify`, `WatchdogSec`), if any. Uses `systemd-notify`, because Node has no
 * Unix datagram sockets.
 */
export function reportToManager(
  log: Pick<Logger, 'warn'>,
  manager = serviceManager(),
  limit = longest,
): ManagerReports {
  if (!manager) return { ready: () => {}, stopping: () => {} };
  let running = 0;
  let hasFailed = false;
  const fail = (reason: string | number | null) => {
    if (!hasFailed) log.warn({ event: 'service_manager_unreachable', reason });
    hasFailed = true;
  };
  const run = async (states: readonly string[]) => {
    const child = spawn(program, states, { stdio: 'ignore', timeout: limit, killSignal: 'SIGKILL' });
    const [code] = await once(child, 'exit');
    if (code !== 0) fail(code);
  };
  const send = (...states: string[]) => {
    running++;
    // spawn itself throws if memory is short
    run(states)
      .catch((error: NodeJS.ErrnoException) => fail(error.code ?? error.message))
      .finally(() => running--);
  };
  let timer: NodeJS.Timeout | undefined;
  return {
    ready() {
      send('--ready');
      clearInterval(timer); // a standby reports it too, before its start goes on
      if (!manager.watchdog) return;
      timer = setInterval(() => running || send('WATCHDOG=1'), manager.watchdog / 3).unref();
    },
    stopping() {
      clearInterval(timer);
      send('STOPPING=1');
    },
  };
}
