import { Refusal } from './errors.ts';

/** Limits concurrency, with a bounded waiting queue; refuses the rest. */
export interface Gate {
  /**
   * Waits for room and returns a function that frees it. Refuses if too many wait, or for too long. With weights, the
   * longest wait times weight comes next.
   */
  enter(weight?: number): Promise<() => void>;
  readonly running: number;
  readonly waiting: number;
  readonly refused: number;
}

export interface GateLimits {
  width: number;
  queue: number;
  /** Milliseconds. */
  patience?: number;
  refusal: () => Refusal;
}

/** Creates a gate for `width` parallel passes and `queue` waiting ones, first come first served. */
export function createGate({ width, queue, patience, refusal }: GateLimits): Gate {
  const waiting = new Map<() => void, { weight: number; since: number }>();
  let weighed = 0;
  let running = 0;
  let refused = 0;

  const forget = (take: () => void) => {
    if ((waiting.get(take)?.weight ?? 1) !== 1) weighed--;
    waiting.delete(take);
  };
  const next = () => {
    const [first] = waiting.keys();
    if (!weighed) return first;
    const now = performance.now();
    let [chosen, most] = [first, 0];
    for (const [take, { weight, since }] of waiting) {
      const waited = (now - since + 1) * weight;
      if (waited > most) [chosen, most] = [take, waited];
    }
    return chosen;
  };
  const leave = () => {
    const take = next();
    if (!take) running--;
    else {
      forget(take);
      take(); // the leaving one passes its place on
    }
  };
  const refuse = (): Refusal => {
    refused++;
    return refusal();
  };
  const wait = (weight: number) =>
    new Promise<void>((resolve, reject) => {
      const timer = patience === undefined ? undefined : setTimeout(giveUp, patience);
      const take = () => {
        clearTimeout(timer);
        resolve();
      };
      function giveUp() {
        forget(take);
        reject(refuse());
      }
      if (weight !== 1) weighed++;
      waiting.set(take, { weight, since: performance.now() });
    });
  return {
    async enter(weight = 1) {
      if (running < width) running++;
      else if (waiting.size >= queue) throw refuse();
      else await wait(weight);
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

/** Runs costly work a few at a time; queues some and refuses the rest with `too_many_attempts`. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

export function createLimiter(width: number, queue: number): Limiter {
  // spreads the retries
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

/** Runs work of one user or key, a few at a time. */
export type EachUser = <T>(who: string, work: () => Promise<T>) => Promise<T>;
