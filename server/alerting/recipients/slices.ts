import { setImmediate as letOthers } from 'node:timers/promises';

/** Cuts what comes one by one into slices, between which others get their turn. */
export async function* inSlices<T>(entries: Iterable<T>, size = 1_000): AsyncGenerator<T[]> {
  let slice: T[] = [];
  for (const entry of entries) {
    slice.push(entry);
    if (slice.length < size) continue;
    yield slice;
    slice = [];
    await letOthers();
  }
  if (slice.length) yield slice;
}
