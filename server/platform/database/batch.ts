import { setTimeout as sleep } from 'node:timers/promises';

interface Waiting<T> {
  item: T;
  done(): void;
  failed(error: unknown): void;
}

/**
 * Collects items into batches, one batch at a time; a single item waits at most `gather` milliseconds. The returned
 * function resolves when its batch is written.
 */
export function inBatches<T>(
  write: (items: T[]) => Promise<void>,
  largest = 500,
  gather = 0,
): (item: T) => Promise<void> {
  let waiting: Waiting<T>[] = [];
  let writing = false;

  const run = async () => {
    while (waiting.length > 0) {
      if (gather) await sleep(gather);
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
      if (writing) return;
      writing = true;
      setImmediate(() => void run()); // combines items of the same event loop turn
    });
}
