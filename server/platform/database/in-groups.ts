import { AsyncLocalStorage } from 'node:async_hooks';
import { isDatabaseAway } from './away.ts';
import { inBatches } from './batch.ts';

/** What became of one item of a group: its result, or why it was refused while its neighbours were not. */
export type Outcome<R> = { result: R } | { refusal: unknown };

/** Does a group in one transaction; answers an outcome for each item, in their order. Throws when nothing was done. */
type GroupWork<K, T, R> = (key: K, items: readonly T[]) => Promise<Outcome<R>[]>;

// of no request: a group belongs to none of those in it
const outside = AsyncLocalStorage.snapshot();

interface Entry<T, R> {
  item: T;
  outcome?: Outcome<R>;
}

/**
 * Lets what has the same key commit in groups: the first goes at once, what comes meanwhile goes together next; of one key
 * there is never more than one group under way. Answers an item when its group was committed. A group that fails for a
 * reason of its own is done again by halves, down to the one item that it fails for, which takes no neighbour along.
 */
export function inGroups<K, T, R>(work: GroupWork<K, T, R>, largest = 200): (key: K, item: T) => Promise<R> {
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

async function settle<T, R>(work: (items: T[]) => Promise<Outcome<R>[]>, entries: Entry<T, R>[]): Promise<void> {
  try {
    const outcomes = await work(entries.map(({ item }) => item));
    for (const [place, entry] of entries.entries()) entry.outcome = outcomes[place]!;
  } catch (error) {
    // with the connection gone nobody knows whether it was committed: it must not be done twice
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
