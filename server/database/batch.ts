import { setTimeout as sleep } from 'node:timers/promises';

interface Waiting<T> {
  item: T;
  done(): void;
  failed(error: unknown): void;
}

/** How long a batch waits for company. */
export interface Gathering<T> {
  milliseconds: number;
  /** Whether a batch that holds this waits for nobody. */
  hurries(item: T): boolean;
}

/**
 * Gathers items into batches for a writer: one batch at a time, what arrives meanwhile forms the next, so that a
 * lone item never waits unless it is to gather. The returned function resolves when its item's batch was written.
 */
export function inBatches<T>(
  write: (items: T[]) => Promise<void>,
  largest = 500,
  gathering?: Gathering<T>,
): (item: T) => Promise<void> {
  let waiting: Waiting<T>[] = [];
  let writing = false;
  let hurry: AbortController | null = null;

  const gather = async ({ milliseconds, hurries }: Gathering<T>) => {
    if (waiting.some(({ item }) => hurries(item))) return;
    hurry = new AbortController();
    await sleep(milliseconds, undefined, { signal: hurry.signal }).catch(() => undefined);
    hurry = null;
  };
  const run = async () => {
    while (waiting.length > 0) {
      if (gathering) await gather(gathering);
      const batch = waiting.slice(0, largest);
      waiting = waiting.slice(largest);
      await write(batch.map(({ item }) => item)).then(
        () => {
          for (const { done } of batch) done();
        },
        (error: unknown) => {
          for (const { failed } of batch) failed(error);
        },
      );
    }
    writing = false;
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, done: resolve, failed: reject });
      if (hurry && gathering?.hurries(item)) hurry.abort();
      if (writing) return;
      writing = true;
      setImmediate(() => void run()); // what ends in the same turn of the loop goes together
    });
}
