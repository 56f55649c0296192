import { Counter, Gauge, type Registry } from 'prom-client';
import type { ConnectionPools } from '#server/platform/context.ts';

/** Measures the connections and requests of every pool. */
export function measureConnectionPools(pools: ConnectionPools, registry: Registry): void {
  const all = Object.entries(pools);
  new Gauge({
    name: 'budget_connections',
    help: 'Database connections of a budget: used, free (idle or not open yet), awaited by requests.',
    labelNames: ['budget', 'state'],
    registers: [registry],
    collect() {
      for (const [budget, { database }] of all) {
        const { pool } = database;
        const used = pool.totalCount - pool.idleCount;
        this.set({ budget, state: 'used' }, used);
        this.set({ budget, state: 'free' }, (pool.options.max ?? 0) - used);
        this.set({ budget, state: 'awaited' }, pool.waitingCount);
      }
    },
  });
  const { vital, answers } = pools;
  const gates = [
    ...all,
    ['changes', { gate: vital.lesser }] as const,
    ['callbacks', { gate: answers.lesser }] as const,
  ];
  const registers = [registry];
  new Gauge({
    name: 'budget_requests',
    help: 'Running and waiting requests within a budget, or within its part for changes and callbacks.',
    labelNames: ['budget', 'state'],
    registers,
    collect() {
      for (const [budget, { gate }] of gates) {
        this.set({ budget, state: 'running' }, gate.running);
        this.set({ budget, state: 'waiting' }, gate.waiting);
      }
    },
  });
  new Counter({
    name: 'budget_refused_total',
    help: 'Requests that a budget refused because it was full.',
    labelNames: ['budget'],
    registers,
    collect() {
      this.reset();
      for (const [budget, { gate }] of gates) this.inc({ budget }, gate.refused);
    },
  });
}
