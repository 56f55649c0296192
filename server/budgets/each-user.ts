import { createGate, type Gate, type GateLimits } from '#server/limiter.ts';

/** Runs work of a user among other work of the same user: so much at once, the rest in its turn. */
export type EachUser = <T>(userId: number, work: () => Promise<T>) => Promise<T>;

/** Gates with these limits, one for each user who asks for something at the moment. */
export function createEachUser(limits: GateLimits): EachUser {
  const gates = new Map<number, Gate>();
  return async (userId, work) => {
    const gate = gates.get(userId) ?? createGate(limits);
    gates.set(userId, gate);
    const leave = await gate.enter();
    try {
      return await work();
    } finally {
      leave();
      if (gate.running === 0) gates.delete(userId);
    }
  };
}
