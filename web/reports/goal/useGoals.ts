import { useEffect, useEffectEvent, useRef } from 'react';
import { useMark } from '#web/lib/tab/mark.ts';
import { armAtTouch, raise, useAlerts } from './alerts.ts';
import { goalNews, type WatchedGoal } from './goal-news.ts';
import { useGoalWords } from './useGoalWords.ts';

/** Shows the unfillable count in the tab and raises alerts. */
export function useGoals(goals: readonly WatchedGoal[] | undefined): void {
  const isOn = useAlerts();
  const words = useGoalWords();
  const before = useRef<readonly WatchedGoal[]>(undefined);
  useMark(goals?.reduce((sum, { unfilled }) => sum + unfilled, 0) ?? 0);
  const look = useEffectEvent(() => {
    if (!goals) return;
    const news = goalNews(before.current, goals);
    before.current = goals;
    if (!isOn) return;
    for (const { kind, of } of news)
      void raise({ kind, title: words.title(kind, of.name), body: words.body(kind, of), tag: of.id, path: of.path });
  });
  const seen = JSON.stringify(goals);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each render creates new goal objects
  useEffect(() => look(), [seen]);
  useEffect(() => (isOn ? armAtTouch() : undefined), [isOn]);
}
