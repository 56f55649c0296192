import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { EventNotFound } from '#web/events/EventNotFound.tsx';
import { EventChanged } from '#web/events/queries.ts';
import { useData } from '#web/lib/data.ts';
import { useLive } from '#web/lib/live.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { ModeBanner } from '#web/ui/ModeBanner.tsx';
import { Page } from '#web/ui/Page.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { EmptyState, QueryView } from '#web/ui/states.tsx';
import { AddDeadlineDialog } from './AddDeadlineDialog.tsx';
import { DeadlineCard } from './DeadlineCard.tsx';
import { KnowledgeDialog } from './KnowledgeDialog.tsx';
import { type DeadlineEvent, DeadlinesQuery } from './queries.ts';

/** The deadlines of an event for reports to authorities. */
export function DeadlinesPage() {
  const { eventId = '' } = useParams();
  const state = useData(DeadlinesQuery, { event: eventId }, { keepPrevious: true });
  useLive(EventChanged, { id: eventId }, state.refetch);
  return (
    <QueryView state={state}>
      {({ event }) => (event ? <Shown event={event} onChanged={state.refetch} /> : <EventNotFound />)}
    </QueryView>
  );
}

function Shown({ event, onChanged }: { event: DeadlineEvent; onChanged: () => void }) {
  const { t } = useTranslation('deadlines');
  const mayChange = useViewer().can('edit_event');
  const [dialog, setDialog] = useState<'knowledge' | 'add'>();
  const close = () => setDialog(undefined);
  const isReported = event.deadlines.some(({ reportedAt }) => reportedAt !== null);
  return (
    <Page
      title={t('title')}
      breadcrumb={[
        { label: t('events'), to: '/events' },
        { label: event.name, to: `/event/${event._id}` },
      ]}
      actions={
        mayChange && (
          <Button variant="default" leftSection={<Icon name="plus" size={20} />} onClick={() => setDialog('add')}>
            {t('add.open')}
          </Button>
        )
      }
    >
      <ModeBanner mode={event.mode} />
      <Stack gap="md">
        {event.knownAt && (
          <Panel>
            <Group justify="space-between" gap="sm">
              <Text>
                <strong>{t('knownSince')}</strong> <DateTime value={event.knownAt} />
              </Text>
              {mayChange && !isReported && (
                <Button variant="default" onClick={() => setDialog('knowledge')}>
                  {t('knowledge.open')}
                </Button>
              )}
            </Group>
            <Text c="gray.6" fz="sm">
              {t(isReported ? 'knowledge.fixed' : 'knowledge.about')}
            </Text>
          </Panel>
        )}
        {event.deadlines.length === 0 && <EmptyState icon="clock" title={t('none')} text={t('noneText')} />}
        {event.deadlines.map((deadline) => (
          <DeadlineCard
            key={deadline.id}
            deadline={deadline}
            isRunning={event.isRunning}
            mayChange={mayChange}
            onChanged={onChanged}
          />
        ))}
      </Stack>
      {dialog === 'knowledge' && <KnowledgeDialog event={event} onClose={close} onSaved={onChanged} />}
      {dialog === 'add' && <AddDeadlineDialog event={event.id} onClose={close} onAdded={onChanged} />}
    </Page>
  );
}
