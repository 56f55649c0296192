import { Group, Stack, Title } from '@mantine/core';
import { Suspense, useDeferredValue, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RunningEventsChanged } from '#web/events/queries.ts';
import { useData } from '#web/lib/data.ts';
import { useLive } from '#web/lib/live.ts';
import { AlertsSwitch } from '#web/reports/goal/AlertsSwitch.tsx';
import { useHiddenEvery } from '#web/reports/goal/alerts.ts';
import { goalsOf } from '#web/reports/goal/goals-of.ts';
import { useGoals } from '#web/reports/goal/useGoals.ts';
import { Page } from '#web/ui/Page.tsx';
import { LoadingState, QueryView } from '#web/ui/states.tsx';
import { type RunningEvent, RunningQuery, WaitingQuery } from './queries.ts';
import { Readiness } from './Readiness.tsx';
import { RunningEvents } from './RunningEvents.tsx';
import { Shouts } from './Shouts.tsx';
import { Starts, useStarts } from './Starts.tsx';
import { Waiting } from './Waiting.tsx';

const PATIENCE = 1500;

/**
 * The start page: what is red, what can be begun, what is going on, what waits for the user. What needs texts that come after those of the
 * first screen keeps nothing else waiting. What runs decides what stands on top, so that all of it comes with its answer: nothing may move
 * below a finger; but nobody waits long for the way to alarm.
 */
export function HomePage() {
  const { t } = useTranslation('home');
  const running = useData(RunningQuery, {});
  const isOver = useIsOver(PATIENCE);
  const starts = useStarts(running.data?.any.totalCount !== 0);
  const waiting = useData(WaitingQuery, {});
  const refetch = () => {
    running.refetch();
    waiting.refetch();
  };
  useLive(RunningEventsChanged, {}, refetch, { first: refetch, hiddenEvery: useHiddenEvery() });
  // what stands below comes after what is seen first
  const isBelowDrawn = useDeferredValue(true, false);
  const [isLate, setLate] = useState(false);
  if (running.loading && isOver && !isLate) setLate(true);
  const events = running.data?.events.edges.map(({ node }) => node) ?? [];
  const shouts = (
    <Suspense fallback={null}>
      <Shouts events={events} />
    </Suspense>
  );
  const title = starts.length > 0 ? t('question') : t('title');
  if (running.loading && !isOver)
    return (
      <Page title={title}>
        <LoadingState />
      </Page>
    );
  return (
    <Page title={title}>
      <Stack gap="xl">
        {!isLate && shouts}
        {starts.length > 0 && <Starts starts={starts} />}
        {isLate && shouts /* what somebody is about to tap stays where it is */}
        {isBelowDrawn && (
          <>
            <section>
              <Group justify="space-between" mb="sm" gap="sm">
                <Title order={2}>{t('running.title')}</Title>
                <Suspense fallback={null}>
                  <WatchGoals events={running.data?.events.edges.map(({ node }) => node)} />
                  <AlertsSwitch />
                </Suspense>
              </Group>
              <QueryView state={running}>
                {({ events }) => (
                  <Suspense fallback={<LoadingState />}>
                    <RunningEvents events={events.edges.map(({ node }) => node)} begun={waiting.data?.waiting.drafts} />
                  </Suspense>
                )}
              </QueryView>
            </section>
            <section>
              <Title order={2} mb="sm">
                {t('waiting.title')}
              </Title>
              <QueryView state={waiting}>{(data) => <Waiting waiting={data.waiting} />}</QueryView>
            </section>
            <Suspense fallback={null}>
              <Readiness />
            </Suspense>
          </>
        )}
      </Stack>
    </Page>
  );
}

/** Whether a time has passed since it was first drawn. */
function useIsOver(milliseconds: number): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return isOver;
}

function WatchGoals({ events }: { events: RunningEvent[] | undefined }) {
  useGoals(events?.flatMap(goalsOf));
  return null;
}
