import { Refusal } from './errors.ts';

/** Lets a number of things happen at once, keeps some waiting and refuses the rest. */
export interface Gate {
  /**
   * Resolves when there is room; the returned function gives the place back. Refuses when too many wait, or for too long.
   * Where some weigh more than others, who has waited longest times its weight comes next.
   */
  enter(weight?: number): Promise<() => void>;
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

/** A gate that `width` may pass at once while `queue` more wait; first is who came first. */
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
      take(); // whoever ends hands the place over
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

/** Runs work of a user, or of a key, among other work of the same one: so much at once, the rest in its turn. */
export type EachUser = <T>(who: string, work: () => Promise<T>) => Promise<T>;
