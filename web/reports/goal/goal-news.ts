import type { ReportDetails } from '#web/reports/queries.ts';

type Answers = Pick<ReportDetails['answers'], 'goal' | 'functions' | 'unfilled' | 'missing'>;

/** An alarm whose goal is watched. */
export interface WatchedGoal extends Answers {
  /** Of the report. */
  id: string;
  /** What it is called where it is told about. */
  name: string;
  /** Where it is looked at. */
  path: string;
}

/** What became of a goal since it was looked at before. */
export interface GoalNews {
  kind: 'unfilled' | 'filled';
  of: WatchedGoal;
}

/** What is worth a call: more that cannot be filled than before, or all that is filled now. The first look tells nothing. */
export function goalNews(before: readonly WatchedGoal[] | undefined, now: readonly WatchedGoal[]): GoalNews[] {
  if (!before) return [];
  const known = new Map(before.map((goal) => [goal.id, goal]));
  return now.flatMap((of): GoalNews[] => {
    const was = known.get(of.id);
    if (of.unfilled > (was?.unfilled ?? 0)) return [{ kind: 'unfilled', of }];
    return was && was.goal !== 'filled' && of.goal === 'filled' ? [{ kind: 'filled', of }] : [];
  });
}
