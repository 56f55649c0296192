import { AsyncLocalStorage } from 'node:async_hooks';
import { isDatabaseAway } from './away.ts';
import { inBatches } from './batch.ts';

export type ItemOutcome<R> = { result: R } | { refusal: unknown };

/** Runs a group in one transaction and returns the results in order. Throws if nothing was done. */
type GroupWork<K, T, R> = (key: K, items: readonly T[]) => Promise<ItemOutcome<R>[]>;

// outside of any request's context, because a group belongs to several
const outside = AsyncLocalStorage.snapshot();

interface Entry<T, R> {
  item: T;
  outcome?: ItemOutcome<R>;
}

/**
 * Commits items with the same key in groups: the first immediately, later ones together next, never two groups of a key
 * in parallel. Resolves after the commit. Splits a failing group down to the failing item.
 */
export function batchByKey<K, T, R>(work: GroupWork<K, T, R>, largest = 200): (key: K, item: T) => Promise<R> {
  const queues = new Map<K, { put: (entry: Entry<T, R>) => Promise<void>; waiting: number }>();
  const open = (key: K) => {
    const put = inBatches<Entry<T, R>>(
      (entries) => outside(settle, (items: T[]) => work(key, items), entries),
      largest,
    );
    const queue = { put, waiting: 0 };
    queues.set(key, queue);
    return queue;
  };
  return async (key, item) => {
    const queue = queues.get(key) ?? open(key);
    const entry: Entry<T, R> = { item };
    queue.waiting++;
    try {
      await queue.put(entry);
    } finally {
      if (--queue.waiting === 0) queues.delete(key);
    }
    const outcome = entry.outcome!;
    if ('refusal' in outcome) throw outcome.refusal;
    return outcome.result;
  };
}

async function settle<T, R>(work: (items: T[]) => Promise<ItemOutcome<R>[]>, entries: Entry<T, R>[]): Promise<void> {
  try {
    const outcomes = await work(entries.map(({ item }) => item));
    for (const [place, entry] of entries.entries()) entry.outcome = outcomes[place]!;
  } catch (error) {
    // after a lost connection the commit is unknown: don't repeat it
    if (entries.length === 1 || isDatabaseAway(error)) throw error;
    let away: unknown;
    for (const half of halvesOf(entries)) {
      if (!away) {
        await settle(work, half).catch((refusal: unknown) => {
          for (const entry of half) entry.outcome ??= { refusal };
          if (isDatabaseAway(refusal)) away = refusal;
        });
      }
      for (const entry of half) {
        entry.outcome ??= { refusal: away };
        if ('refusal' in entry.outcome && isDatabaseAway(entry.outcome.refusal)) away = entry.outcome.refusal;
      }
    }
  }
}

function halvesOf<E>(some: E[]): [E[], E[]] {
  const middle = Math.ceil(some.length / 2);
  return [some.slice(0, middle), some.slice(middle)];
}
