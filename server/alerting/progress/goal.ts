/** How a stop limit stands: met, to be met yet, or not any more by answers that still come. */
export type StopLimitState = 'filled' | 'waiting' | 'exhausted' | 'stopped';

/** What of a stop limit decides about the goal. */
export interface LimitStanding {
  needed: number;
  /** People who come and are not overdue. */
  reached: number;
  state: StopLimitState;
}

/** Whether what an alarm is for is met: by its stop limits, and without any by whether everybody answered. An alarm that ended is over. */
export type GoalState = 'over' | 'unfilled' | 'filled' | 'answered' | 'waiting';

/** How an alarm stands to what it is for. */
export interface Goal {
  goal: GoalState;
  /** Stop limits that are met. */
  filled: number;
  /** Stop limits that cannot be met any more by answers that still come. */
  unfilled: number;
  /** How many people these lack. */
  missing: number;
}

/** The goal of an alarm that so many have not answered yet; `isOver` after its all-clear and after the end of its event. */
export function goalOf(none: number, limits: readonly LimitStanding[], isOver: boolean): Goal {
  const filled = limits.filter(({ state }) => state === 'filled').length;
  const lost = limits.filter(({ state }) => state === 'exhausted' || state === 'stopped');
  const missing = lost.reduce((sum, { needed, reached }) => sum + needed - reached, 0);
  return {
    goal: isOver ? 'over' : stateOf({ none, limits: limits.length, filled, unfilled: lost.length }),
    filled,
    unfilled: lost.length,
    missing,
  };
}

function stateOf(counts: { none: number; limits: number; filled: number; unfilled: number }): GoalState {
  if (counts.unfilled > 0) return 'unfilled';
  if (counts.limits > 0) return counts.filled === counts.limits ? 'filled' : 'waiting';
  return counts.none > 0 ? 'waiting' : 'answered';
}
