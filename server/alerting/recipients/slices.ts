import { setImmediate as letOthers } from 'node:timers/promises';

/** Splits a sequence into slices, yielding to other work between them. */
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
