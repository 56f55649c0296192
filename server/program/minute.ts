import type { App } from '#server/platform/context.ts';

/** A part of the work of every minute. */
type Part = () => Promise<void>;

// milliseconds
const patience = 20_000;

/** The names of the running parts, by application. */
const runningParts = new WeakMap<object, Set<string>>();

/**
 * Runs parts at once and waits for each for `limit` milliseconds at most. A part that takes longer is logged, goes on, and isn't
 * started again before it ends. A failure is logged with the name of its part and affects no other.
 */
export async function runParts(
  app: Pick<App, 'log'>,
  parts: Readonly<Record<string, Part>>,
  limit = patience,
): Promise<void> {
  const { log } = app;
  const running = runningParts.get(app) ?? new Set();
  runningParts.set(app, running);
  const late = (queue: string) => log.warn({ event: 'job_late', queue, seconds: limit / 1000 });
  const run = async (queue: string, part: Part) => {
    if (running.has(queue)) return late(queue);
    running.add(queue);
    const ended = part()
      .catch(({ name, code, reason }: Error & { code?: string; reason?: string }) =>
        log.warn({ event: 'job_failed', queue, name, code, reason }),
      )
      .finally(() => running.delete(queue));
    let timer: NodeJS.Timeout | undefined;
    const limited = new Promise<void>((resolve) => {
      timer = setTimeout(() => resolve(late(queue)), limit);
    });
    await Promise.race([ended, limited]);
    clearTimeout(timer);
  };
  await Promise.all(Object.entries(parts).map(([queue, part]) => run(queue, part)));
}
