import type { Pause } from './loop.ts';

// the part of its shortest time by which a rest may be shorter
const tolerance = 0.1;

/** Returns a function that chooses a rest in milliseconds, within bounds, so that several loops wake together. */
export function sharedRests(): (pause: Pause) => number {
  let ends: number[] = [];
  return ([shortest, longest]) => {
    const now = performance.now();
    ends = ends.filter((end) => end > now);
    const shared = ends.find((end) => end - now >= shortest * (1 - tolerance) && end - now <= longest);
    if (shared !== undefined) return shared - now;
    const time = shortest + Math.random() * (longest - shortest);
    ends.push(now + time);
    return time;
  };
}

/** Returns a function that runs work one after another, waiting at most `patience` milliseconds. */
export function inOneLine(patience = 20): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<void> = Promise.resolve();
  return async (work) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = last;
    last = promise;
    let timer: NodeJS.Timeout | undefined;
    const longEnough = new Promise<void>((done) => {
      timer = setTimeout(done, patience);
    });
    await Promise.race([before, longEnough]);
    clearTimeout(timer);
    try {
      return await work();
    } finally {
      resolve();
    }
  };
}
