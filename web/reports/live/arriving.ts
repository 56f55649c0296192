import { type Left, leftAt } from '#shared/left.ts';
import type { ReportPersonRow } from '#web/reports/queries.ts';

type Arrival = NonNullable<ReportPersonRow['arrival']>;

/** How far somebody who said they come is at a moment, and how long until they are expected, if they said when. */
export interface Arriving {
  state: Arrival['state'] | 'late';
  left: Left | null;
}

/**
 * Reads an arrival at this moment: somebody becomes late and overdue without anything happening. Once the alarm is over, nobody
 * who is not there yet is expected.
 */
export function arrivingAt({ state, expectedAt, overdueAt }: Arrival, now: number, isOver = false): Arriving {
  if (isOver && state !== 'arrived') return { state: 'not_needed', left: null };
  const left = expectedAt === null ? null : leftAt({ expectedAt, overdueAt }, now);
  const word = state === 'expected' ? left?.word : undefined;
  return { state: word === 'late' || word === 'overdue' ? word : state, left };
}
