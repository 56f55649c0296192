import type { Logger } from '#server/platform/log.ts';

/** A repeated task. */
export interface Loop {
  /** Runs it now, or once more if it is running. */
  wake(): void;
  stop(): Promise<void>;
}

/** The shortest and the longest pause, in milliseconds. */
export type Pause = readonly [shortest: number, longest: number];

const quietTime = 30_000;

/**
 * Repeats `turn`, one at a time, with a pause within bounds. Logs failures, less often when they persist, and continues
 * until `stop`.
 */
export function startLoop(log: Logger, name: string, pauses: Pause | (() => Pause), turn: () => Promise<void>): Loop {
  let stopped = false;
  let woken = false;
  let endPause = () => {};
  const report = reporter(log, name);

  // woken too often for an AbortSignal with its error
  const pause = (time: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, time);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const run = async () => {
    while (!stopped) {
      woken = false;
      const failed = await turn().then(report.ok, report.failed);
      if (stopped) return;
      if (woken && !failed) continue;
      const [shortest, longest] = typeof pauses === 'function' ? pauses() : pauses;
      const time = shortest + Math.random() * (longest - shortest);
      await pause(failed ? Math.max(time, 500) : time);
    }
  };
  const running = run();
  return {
    wake() {
      woken = true;
      endPause();
    },
    async stop() {
      stopped = true;
      endPause();
      await running;
    },
  };
}

function reporter(log: Logger, name: string) {
  let since = 0;
  let said = 0;
  return {
    ok: () => {
      if (since)
        log.info({ event: 'worker_recovered', loop: name, seconds: Math.round((performance.now() - since) / 1000) });
      since = 0;
      said = 0;
      return false;
    },
    failed: (error: Error & { code?: string }) => {
      const now = performance.now();
      since ||= now;
      if (!said || now - said > quietTime) {
        said = now;
        log.error({ event: 'worker_failed', loop: name, error: error.name, code: error.code, message: error.message });
      }
      return true;
    },
  };
}
