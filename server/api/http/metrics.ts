import {
  AggregatorRegistry,
  collectDefaultMetrics,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';
import { measureConnectionPools } from '#server/api/connection-pools/metrics.ts';
import type { ConnectionPools } from '#server/platform/context.ts';

export type Figures = MetricObjectWithValues<MetricValue<string>>[];

/** A process's measurements; null if it didn't respond in time. */
export interface ProcessFigures {
  process: string;
  starts: number;
  /** How often it hung and was replaced. */
  stuck: number;
  figures: Figures | null;
}

/** A process that hung and was replaced. */
export interface Replaced {
  process: string;
  /** An ISO timestamp. */
  at: string;
}

/** The processes of the same start. */
export interface Relatives {
  /** Collects the measurements of all, including this one. */
  gather(): Promise<ProcessFigures[]>;
  /** Returns the last replaced one, or null. */
  replaced(): Replaced | null;
}

/** Milliseconds between two samples of the event loop, the delay that an idle process shows. Each sample wakes the process. */
export const delaySamples = 1_000;

/** Starts measuring this process. `isRead`: the metrics can be read, so samples are worth waking the process. */
export function measureProcess(pools: ConnectionPools, isRead: boolean): Registry {
  const registry = new Registry();
  if (isRead) collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: delaySamples });
  measureConnectionPools(pools, registry);
  return registry;
}

/** Formats figures for Prometheus, with the label `process`. */
export function prometheusText(processes: readonly ProcessFigures[]): Promise<string> {
  const labelled = processes.map(({ process, figures }) =>
    (figures ?? []).map((metric) => ({
      ...metric,
      aggregator: 'first' as const, // labels are unique, so nothing is summed
      // non-numbers were lost in transfer
      values: metric.values.map((one) => ({
        ...one,
        value: one.value ?? Number.NaN,
        labels: { process, ...one.labels },
      })),
    })),
  );
  return AggregatorRegistry.aggregate(labelled).metrics();
}
