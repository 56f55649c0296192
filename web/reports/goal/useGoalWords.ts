import { useTranslation } from 'react-i18next';
import type { GoalNews, WatchedGoal } from './goal-news.ts';

type Unfilled = Pick<WatchedGoal, 'functions' | 'unfilled' | 'missing'>;

/** Returns the texts about a goal. */
export function useGoalWords() {
  const { t } = useTranslation('reports');
  const unfilled = (goal: Unfilled) =>
    goal.functions > 1
      ? t('shout.functions', { count: goal.unfilled, functions: goal.functions })
      : t('shout.missing', { count: goal.missing });
  return {
    unfilled,
    title: (kind: GoalNews['kind'], name: string) =>
      t(kind === 'filled' ? 'shout.titleFilled' : 'shout.titleUnfilled', { name }),
    body: (kind: GoalNews['kind'], goal: Unfilled) => (kind === 'filled' ? t('shout.filled') : unfilled(goal)),
  };
}
