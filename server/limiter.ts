import { Refusal } from './errors.ts';

/** Runs costly work a few at a time; keeps some waiting and refuses the rest with `too_many_attempts`. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

/** A limiter that runs `width` at once and lets `queue` more wait. */
export function createLimiter(width: number, queue: number): Limiter {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= width) {
      if (waiting.length >= queue) throw new Refusal('too_many_attempts');
      await new Promise<void>((resolve) => waiting.push(resolve)); // whoever ends hands its place over
    } else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
