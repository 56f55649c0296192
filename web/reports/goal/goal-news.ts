import type { ReportDetails } from '#web/reports/queries.ts';

type Answers = Pick<ReportDetails['answers'], 'goal' | 'functions' | 'unfilled' | 'missing'>;

/** An alarm whose goal is watched. */
export interface WatchedGoal extends Answers {
  /** The id of the report. */
  id: string;
  /** The name in alerts. */
  name: string;
  /** The path of its page. */
  path: string;
}

/** A change of a goal since the previous check. */
export interface GoalNews {
  kind: 'unfilled' | 'filled';
  of: WatchedGoal;
}

/** Returns changes that need an alert: more unfillable places, or everything filled. The first check returns none. */
export function goalNews(before: readonly WatchedGoal[] | undefined, now: readonly WatchedGoal[]): GoalNews[] {
  if (!before) return [];
  const known = new Map(before.map((goal) => [goal.id, goal]));
  return now.flatMap((of): GoalNews[] => {
    const was = known.get(of.id);
    if (of.unfilled > (was?.unfilled ?? 0)) return [{ kind: 'unfilled', of }];
    return was && was.goal !== 'filled' && of.goal === 'filled' ? [{ kind: 'filled', of }] : [];
  });
}
