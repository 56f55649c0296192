import type { Logger } from '#server/platform/log.ts';

/** Something done again and again until it is stopped. */
export interface Loop {
  /** Does it now, or once more when it is being done. */
  wake(): void;
  /** Resolves when it is not being done any more. */
  stop(): Promise<void>;
}

const quietTime = 30_000;

/**
 * Does `turn` again and again, one at a time, waiting between the two given times (milliseconds). A failed turn is
 * logged, calmly when it fails for long, and the next one comes after a moment: nothing ends the loop but `stop`.
 */
export function startLoop(
  log: Logger,
  name: string,
  [shortest, longest]: readonly [number, number],
  turn: () => Promise<void>,
): Loop {
  let stopped = false;
  let woken = false;
  let endPause = () => {};
  const report = reporter(log, name);

  // woken hundreds of times a second, so that an AbortSignal with its error is too dear
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
