import {
  AggregatorRegistry,
  collectDefaultMetrics,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';
import { measureBudgets } from '#server/api/budgets/metrics.ts';
import type { Budgets } from '#server/platform/context.ts';

/** What one process measures, as it travels to another. */
export type Figures = MetricObjectWithValues<MetricValue<string>>[];

/** A process among those that were started together, with what it measures; null when it did not answer in time. */
export interface ProcessFigures {
  process: string;
  /** How often it was started. */
  starts: number;
  /** How often it hung and was replaced. */
  stuck: number;
  figures: Figures | null;
}

/** A process that hung and was replaced. */
export interface Replaced {
  process: string;
  /** When, as an ISO timestamp. */
  at: string;
}

/** The processes that were started together with this one; among them is a worker. */
export interface Relatives {
  /** Asks all of them, this one included, for what they measure. */
  gather(): Promise<ProcessFigures[]>;
  /** The last of them that hung and was replaced; null when none was. */
  replaced(): Replaced | null;
}

/** Begins to measure this process. */
export function measureProcess(budgets: Budgets): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  measureBudgets(budgets, registry);
  return registry;
}

/** The figures of several processes as one text for Prometheus; each says whose it is by the label `process`. */
export function textOf(processes: readonly ProcessFigures[]): Promise<string> {
  const labelled = processes.map(({ process, figures }) =>
    (figures ?? []).map((metric) => ({
      ...metric,
      aggregator: 'first' as const, // no two have the same labels, so nothing is added up
      // what is no number did not survive the way
      values: metric.values.map((one) => ({
        ...one,
        value: one.value ?? Number.NaN,
        labels: { process, ...one.labels },
      })),
    })),
  );
  return AggregatorRegistry.aggregate(labelled).metrics();
}
