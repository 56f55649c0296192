/** Met, still possible, or no longer possible by pending answers. */
export type StopLimitState = 'filled' | 'waiting' | 'exhausted' | 'stopped';

export interface LimitStanding {
  needed: number;
  /** People who come and aren't overdue. */
  reached: number;
  state: StopLimitState;
}

/** Whether an alarm's goal is met, by stop limits or everyone's answers. */
export type GoalState = 'over' | 'unfilled' | 'filled' | 'answered' | 'waiting';

/** The goal of an alarm and its state. */
export interface Goal {
  goal: GoalState;
  /** Stop limits that are met. */
  filled: number;
  /** Stop limits that pending answers can't meet any longer. */
  unfilled: number;
  /** The number of people missing for these. */
  missing: number;
}

/** Returns an alarm's goal with missing answers; `isOver` after its all-clear or the end of its event. */
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
