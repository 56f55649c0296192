import { Gauge, type Registry } from 'prom-client';
import type { Budgets } from './budgets.ts';

/** Tells Prometheus of every budget: its connections, what runs, what waits and what was refused. */
export function measureBudgets(budgets: Budgets, registry: Registry): void {
  const all = Object.entries(budgets);
  new Gauge({
    name: 'budget_connections',
    help: 'Database connections of a budget: used, free to be opened or idle, and work that waits for one.',
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
  new Gauge({
    name: 'budget_requests',
    help: 'Requests within a budget, or the part of one that changes and callbacks have: running and waiting at the moment, refused since the start.',
    labelNames: ['budget', 'state'],
    registers: [registry],
    collect() {
      const { vital, answers } = budgets;
      const lesser = [['changes', { gate: vital.lesser }] as const, ['callbacks', { gate: answers.lesser }] as const];
      for (const [budget, { gate }] of [...all, ...lesser]) {
        this.set({ budget, state: 'running' }, gate.running);
        this.set({ budget, state: 'waiting' }, gate.waiting);
        this.set({ budget, state: 'refused' }, gate.refused);
      }
    },
  });
}
