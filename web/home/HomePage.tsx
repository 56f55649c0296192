import { Group, Stack, Title } from '@mantine/core';
import { Suspense, useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RunningEventsChanged } from '#web/events/queries.ts';
import { type QueryState, useData } from '#web/lib/data.ts';
import type { ResultOf } from '#web/lib/gql.ts';
import { useLive } from '#web/lib/live.ts';
import { AlertsSwitch } from '#web/reports/goal/AlertsSwitch.tsx';
import { useHiddenEvery } from '#web/reports/goal/alerts.ts';
import { goalsOf } from '#web/reports/goal/goals-of.ts';
import { useGoals } from '#web/reports/goal/useGoals.ts';
import { lazyWithFallback } from '#web/ui/lazy-with-fallback.tsx';
import { Page } from '#web/ui/Page.tsx';
import { LoadingState, QueryView } from '#web/ui/states.tsx';
import { CriticalAlerts } from './CriticalAlerts.tsx';
import classes from './HomePage.module.css';
import { Incoming, useIncoming } from './Incoming.tsx';
import { type RunningEvent, RunningQuery, WaitingQuery } from './queries.ts';
import { Readiness } from './Readiness.tsx';
import { RunningEvents } from './RunningEvents.tsx';
import { Starts, useStarts } from './Starts.tsx';
import { Waiting } from './Waiting.tsx';

const OpenDeadlines = lazyWithFallback(
  async () => (await import('#web/deadlines/OpenDeadlines.tsx')).OpenDeadlines,
  () => null,
);

/**
 * The start page: actions to start, critical alerts, running events and tasks that wait for the user. The actions stay on top
 * and never move. Everything below appears together, once running events, tasks and incoming items have loaded.
 */
export function HomePage() {
  const { t } = useTranslation('home');
  const running = useData(RunningQuery, {});
  const waiting = useData(WaitingQuery, {});
  const incoming = useIncoming();
  const starts = useStarts();
  const refetch = () => {
    running.refetch();
    waiting.refetch();
  };
  useLive(RunningEventsChanged, {}, refetch, { first: refetch, hiddenEvery: useHiddenEvery() });
  // content further down renders after the first visible content
  const isBelowDrawn = useDeferredValue(!running.loading && !waiting.loading && !incoming.loading, false);
  const title = starts.length > 0 ? t('question') : t('title');
  return (
    <Page title={title}>
      <Stack gap="xl">
        {starts.length > 0 && <Starts starts={starts} />}
        <Suspense fallback={<Coming />}>
          {isBelowDrawn ? <Below running={running} waiting={waiting} incoming={incoming.items} /> : <Coming />}
        </Suspense>
      </Stack>
    </Page>
  );
}

/** As high as a screen, so that content below doesn't shift. */
const Coming = () => (
  <div className={classes['coming']}>
    <LoadingState />
  </div>
);

type BelowProps = {
  running: QueryState<ResultOf<typeof RunningQuery>>;
  waiting: QueryState<ResultOf<typeof WaitingQuery>>;
  incoming: ReturnType<typeof useIncoming>['items'];
};

function Below({ running, waiting, incoming }: BelowProps) {
  const { t } = useTranslation('home');
  const events = running.data?.events.edges.map(({ node }) => node);
  const deadlines = waiting.data?.waiting.deadlines ?? [];
  const open = deadlines.length > 0 && <OpenDeadlines deadlines={deadlines} />;
  // known from the beginning, they appear together with the rest, which they would move
  const [isFromBeginning] = useState(open !== false);
  return (
    <>
      <CriticalAlerts events={events ?? []} />
      {isFromBeginning ? open : <Suspense fallback={null}>{open}</Suspense>}
      <Incoming items={incoming} />
      <section>
        <Group justify="space-between" mb="sm" gap="sm">
          <Title order={2}>{t('running.title')}</Title>
          <WatchGoals events={events} />
          <AlertsSwitch />
        </Group>
        <QueryView state={running}>
          {({ events }) => (
            <RunningEvents events={events.edges.map(({ node }) => node)} begun={waiting.data?.waiting.drafts} />
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
  );
}

function WatchGoals({ events }: { events: RunningEvent[] | undefined }) {
  useGoals(events?.flatMap(goalsOf));
  return null;
}
