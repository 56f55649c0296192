import { Anchor, Box, Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { EndStrip } from '#web/events/EndStrip.tsx';
import { StateBadge } from '#web/events/EventBadges.tsx';
import { EventNotFound } from '#web/events/EventNotFound.tsx';
import { EventTypeIcon } from '#web/events/EventTypeIcon.tsx';
import { eventTypeOf, otherAlarmOf } from '#web/events/kind.ts';
import { NobodyAlerted } from '#web/events/NobodyAlerted.tsx';
import { NobodyNotifiedStrip } from '#web/events/NobodyNotifiedStrip.tsx';
import { stateName, stateOf } from '#web/events/state.ts';
import { serverNow } from '#web/lib/clock.ts';
import type { ResultOf } from '#web/lib/gql.ts';
import { useLiveData } from '#web/lib/live-data.ts';
import { fullName } from '#web/lib/viewer.tsx';
import { BudgetBanner } from '#web/messages/BudgetBanner.tsx';
import { isDraft, isWaiting, isWithdrawn } from '#web/messages/status.ts';
import { EventReplies } from '#web/replies/EventReplies.tsx';
import { EventReports } from '#web/reports/EventReports.tsx';
import { useHiddenEvery } from '#web/reports/goal/alerts.ts';
import { GoalAlerts } from '#web/reports/goal/GoalAlerts.tsx';
import { callPath, goalsOf } from '#web/reports/goal/goals-of.ts';
import { useGoals } from '#web/reports/goal/useGoals.ts';
import { BeginButton } from '#web/situation-reports/BeginButton.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { lazyWithFallback, usePrefetch } from '#web/ui/lazy-with-fallback.tsx';
import { ModeBanner } from '#web/ui/ModeBanner.tsx';
import { Page } from '#web/ui/Page.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { PaperProvider } from '#web/ui/print/Paper.tsx';
import { QueryView } from '#web/ui/states.tsx';
import { LivePart } from '#web/ui/translated/LivePart.tsx';
import { EventActions } from './EventActions.tsx';
import classes from './EventPage.module.css';
import { EventPlace } from './EventPlace.tsx';
import { EventLog } from './log/EventLog.tsx';
import { MonitorLinks } from './MonitorLinks.tsx';
import { type EventDetails, EventPageChanged, EventQuery } from './queries.ts';
import { Tasks } from './tasks/Tasks.tsx';

const NextDeadline = lazyWithFallback(
  async () => (await import('#web/deadlines/NextDeadline.tsx')).NextDeadline,
  () => null,
);

/** An event's page: state and actions, messages and log, facts at the side. */
export function EventPage() {
  const { eventId = '' } = useParams();
  const dataOf = ({ eventChanged }: ResultOf<typeof EventPageChanged>) => ({ event: eventChanged });
  const { state, version } = useLiveData(EventQuery, EventPageChanged, { id: eventId }, dataOf, useHiddenEvery());
  return (
    <QueryView state={state}>
      {({ event }) => (event ? <Shown event={event} version={version} onChanged={state.refetch} /> : <EventNotFound />)}
    </QueryView>
  );
}

/** Preloads dialogs, so that they open immediately and without a connection. */
const loadDialogs = () =>
  Promise.all([
    import('#web/events/EventDialog.tsx'),
    import('./tasks/AddTaskDialog.tsx'),
    import('./log/LogFilters.tsx'),
    import('./NewLinkDialog.tsx'),
    import('#web/replies/ReplyList.tsx'),
  ]);

type ShownProps = { event: EventDetails; version: number; onChanged: () => void };

function Shown({ event, version, onChanged }: ShownProps) {
  const { t } = useTranslation('events');
  const goals = event.isRunning ? goalsOf(event) : [];
  useGoals(goals);
  usePrefetch(loadDialogs);
  return (
    <PaperProvider>
      <Page
        title={event.name}
        sign={<EventTypeIcon type={eventTypeOf(event)} />}
        subtitle={
          <Box mt={4}>
            <Group gap={8}>
              <StateBadge event={event} />
              {event.isRunning && event.callsIn && !event.alerted && <NobodyAlerted />}
            </Group>
          </Box>
        }
        breadcrumb={[{ label: t('title'), to: '/events' }]}
        actions={<EventActions event={event} onChanged={onChanged} />}
      >
        <ModeBanner mode={event.mode} />
        {event.mode === 'LIVE' && event.isRunning && <BudgetBanner />}
        <Stack gap="lg">
          <EndStrip of={event} />
          {event.knownAt && (
            <Suspense fallback={null}>
              <NextDeadline event={event.id} version={version} />
            </Suspense>
          )}
          <GoalAlerts goals={goals} event={event} />
          {event.stayedInside && !event.allClearAt && !event.finishedAt && (
            <NobodyNotifiedStrip what={event.stayedInside} call={callPath(event)} />
          )}
          <div className={classes['columns']}>
            <Stack gap="lg" className={classes['column'] ?? ''}>
              <Panel
                title={t('page.reports')}
                actions={
                  <Anchor component={Link} to={`/event/${event._id}/reports`} py={8}>
                    {t('page.allReports')}
                  </Anchor>
                }
              >
                <EventReports event={event._id} reports={event.reports} />
              </Panel>
              <LivePart>
                <EventReplies event={event.id} open={event.openReplies} />
              </LivePart>
              <LivePart>
                <EventLog event={event} version={version} />
              </LivePart>
            </Stack>
            <Stack gap="lg" className={classes['column'] ?? ''}>
              <Facts event={event} />
              <Tasks event={event} onChanged={onChanged} />
              <SituationReports event={event} />
              <MonitorLinks event={event} version={version} />
            </Stack>
          </div>
        </Stack>
      </Page>
    </PaperProvider>
  );
}

function SituationReports({ event }: { event: EventDetails }) {
  const { t } = useTranslation('events');
  const count = event.situationReports.totalCount;
  return (
    <Panel
      title={t('page.situationReports')}
      actions={
        <>
          {stateOf(event) !== 'archived' && <BeginButton event={event.id} />}
          <Button
            component={Link}
            to={`/event/${event._id}/situation-reports`}
            variant="default"
            rightSection={<Icon name="chevronRight" size={18} />}
          >
            {t('page.openSituationReports')}
          </Button>
        </>
      }
    >
      <Text c="gray.6">{count === 0 ? t('page.noSituationReports') : t('page.situationCount', { count })}</Text>
      {event.situationReportDueAt && <NextReport due={event.situationReportDueAt} />}
    </Panel>
  );
}

function NextReport({ due }: { due: string }) {
  const { t } = useTranslation('events');
  const isOverdue = Date.parse(due) < serverNow();
  return (
    <Text {...(isOverdue ? { c: 'red.9', fw: 600 } : {})}>
      {t(isOverdue ? 'page.situationReportOverdue' : 'page.situationReportDue')} <DateTime value={due} />
    </Text>
  );
}

function Facts({ event }: { event: EventDetails }) {
  const { t } = useTranslation('events');
  const type = eventTypeOf(event);
  const other = otherAlarmOf(event);
  const alarm = event.activations.edges.find(({ node }) => node.eventType?.id === other?.id && wasLaunched(node))?.node;
  const alarmAt = alarm?.location?.name ?? alarm?.place;
  return (
    <Panel>
      {event.description && <p className={classes['description']}>{event.description}</p>}
      <dl className={classes['facts']}>
        {type && <Fact label={t('page.type')}>{type.name}</Fact>}
        {other && <Fact label={t('lastAlarm')}>{[other.name, alarmAt].filter(Boolean).join(', ')}</Fact>}
        <Fact label={t('page.time')}>
          <DateTime value={event.eventDate} />
        </Fact>
        {event.finishedAt && (
          <Fact label={t('page.finishedAt')}>
            <DateTime value={event.finishedAt} />
          </Fact>
        )}
        {event.insertedBy && <Fact label={t('page.createdBy')}>{fullName(event.insertedBy)}</Fact>}
        <Fact label={t('page.status')}>{stateName(event, t(`state.${stateOf(event)}`))}</Fact>
      </dl>
      {(event.location || event.place) && <EventPlace location={event.location} place={event.place} />}
      {stateOf(event) !== 'draft' && (
        <Button
          component={Link}
          to={`/event/${event._id}/after-action`}
          variant="default"
          mt="md"
          leftSection={<Icon name="chart" size={20} />}
        >
          {t('page.afterAction')}
        </Button>
      )}
    </Panel>
  );
}

const wasLaunched = ({ messages }: EventDetails['activations']['edges'][number]['node']): boolean =>
  messages.edges.some(({ node }) => !isDraft(node.status) && !isWaiting(node) && !isWithdrawn(node));

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);
