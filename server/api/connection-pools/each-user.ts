import type { EachUser } from '#server/platform/limiter.ts';
import { createGate, type Gate, type GateLimits } from '#server/platform/limiter.ts';

/** Creates a gate per active user and key. */
export function createEachUser(limits: GateLimits): EachUser {
  const gates = new Map<string, Gate>();
  return async (who, work) => {
    const gate = gates.get(who) ?? createGate(limits);
    gates.set(who, gate);
    const leave = await gate.enter();
    try {
      return await work();
    } finally {
      leave();
      if (gate.running === 0) gates.delete(who);
    }
  };
}
