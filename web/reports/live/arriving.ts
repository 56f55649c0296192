import type { ReportPersonRow } from '#web/reports/queries.ts';

type Arrival = NonNullable<ReportPersonRow['arrival']>;

/** How far somebody who said they come is at a moment, and in how many minutes they are expected; negative after it. */
export interface Arriving {
  state: Arrival['state'];
  minutes: number | null;
}

/** Reads an arrival at this moment: somebody becomes overdue without anything happening. */
export function arrivingAt({ state, expectedAt, overdueAt }: Arrival, now: number): Arriving {
  const isOverdue = state === 'expected' && overdueAt !== null && Date.parse(overdueAt) <= now;
  return {
    state: isOverdue ? 'overdue' : state,
    minutes: expectedAt === null ? null : Math.round((Date.parse(expectedAt) - now) / 60_000),
  };
}
