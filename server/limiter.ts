import { Refusal } from './errors.ts';

/** Lets a number of things happen at once, keeps some waiting and refuses the rest. */
export interface Gate {
  /** Resolves when there is room; the returned function gives the place back. Refuses when too many wait, or for too long. */
  enter(): Promise<() => void>;
  readonly running: number;
  readonly waiting: number;
  /** How many were refused since the start. */
  readonly refused: number;
}

/** How much a gate bears. */
export interface GateLimits {
  width: number;
  queue: number;
  /** Milliseconds that something may wait. */
  patience?: number;
  refusal: () => Refusal;
}

/** A gate that `width` may pass at once while `queue` more wait, whoever came first. */
export function createGate({ width, queue, patience, refusal }: GateLimits): Gate {
  const waiting = new Set<() => void>();
  let running = 0;
  let refused = 0;

  const leave = () => {
    const [next] = waiting;
    if (!next) running--;
    else {
      waiting.delete(next);
      next(); // whoever ends hands the place over
    }
  };
  const refuse = (): Refusal => {
    refused++;
    return refusal();
  };
  const wait = () =>
    new Promise<void>((resolve, reject) => {
      const timer = patience === undefined ? undefined : setTimeout(giveUp, patience);
      const take = () => {
        clearTimeout(timer);
        resolve();
      };
      function giveUp() {
        waiting.delete(take);
        reject(refuse());
      }
      waiting.add(take);
    });
  return {
    async enter() {
      if (running < width) running++;
      else if (waiting.size >= queue) throw refuse();
      else await wait();
      let isInside = true;
      return () => {
        if (isInside) leave();
        isInside = false;
      };
    },
    get running() {
      return running;
    },
    get waiting() {
      return waiting.size;
    },
    get refused() {
      return refused;
    },
  };
}

/** Runs costly work a few at a time; keeps some waiting and refuses the rest with `too_many_attempts`. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

/** A limiter that runs `width` at once and lets `queue` more wait. */
export function createLimiter(width: number, queue: number): Limiter {
  // not all of them in the same moment
  const retryAfter = () => 5 + Math.floor(Math.random() * 10);
  const refusal = () => new Refusal('too_many_attempts', undefined, { retryAfter: retryAfter() });
  const gate = createGate({ width, queue, refusal });
  return async (work) => {
    const leave = await gate.enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
