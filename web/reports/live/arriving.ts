import { type Left, leftAt } from '#shared/left.ts';
import type { ReportPersonRow } from '#web/reports/queries.ts';

type Arrival = NonNullable<ReportPersonRow['arrival']>;

/** The state of an announced arrival. */
export interface ArrivalState {
  state: Arrival['state'] | 'late';
  left: Left | null;
}

/**
 * Computes an arrival, because people become overdue without any event. After the end, missing people are no longer
 * expected.
 */
export function arrivingAt({ state, expectedAt, overdueAt }: Arrival, now: number, isOver = false): ArrivalState {
  if (isOver && state !== 'arrived') return { state: 'not_needed', left: null };
  const left = expectedAt === null ? null : leftAt({ expectedAt, overdueAt }, now);
  const word = state === 'expected' ? left?.word : undefined;
  return { state: word === 'late' || word === 'overdue' ? word : state, left };
}
