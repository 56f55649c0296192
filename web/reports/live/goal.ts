import type { ReportDetails } from '#web/reports/queries.ts';

type Board = Pick<ReportDetails['answers'], 'none'> & {
  limits: readonly Pick<ReportDetails['answers']['limits'][number], 'needed' | 'reached' | 'waits'>[];
};

/** Whether what an alarm is for is met: by its stop limits, and without any by whether everybody answered. */
export type Goal = 'unfilled' | 'filled' | 'answered' | 'waiting';

/** The goal of a report, and how many of its limits cannot be met any more by answers that still come. */
export function goalOf({ none, limits }: Board): { goal: Goal; unfilled: number } {
  const open = limits.filter(({ needed, reached }) => reached < needed);
  const unfilled = open.filter(({ waits }) => !waits).length;
  if (unfilled > 0) return { goal: 'unfilled', unfilled };
  if (open.length > 0) return { goal: 'waiting', unfilled };
  if (limits.length > 0) return { goal: 'filled', unfilled };
  return { goal: none > 0 ? 'waiting' : 'answered', unfilled };
}
