import { Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { useMutation } from 'urql';
import { EventTypesQuery } from '#web/events/queries.ts';
import { useData } from '#web/lib/data.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { CreateActivationMutation, OpenEventsQuery } from '#web/reports/queries.ts';
import { SendSteps } from '#web/reports/send/SendSteps.tsx';
import { ModeBanner } from '#web/ui/ModeBanner.tsx';
import { Page } from '#web/ui/Page.tsx';
import { EmptyState, QueryView } from '#web/ui/states.tsx';
import { ChooseEvent } from './ChooseEvent.tsx';
import { ExerciseSwitch } from './ExerciseSwitch.tsx';
import classes from './start.module.css';
import { Tiles } from './Tiles.tsx';

/** Step 1 of an activation: what happened. Choosing a tile prepares everything and leads to step 2. */
export function StartActivationPage() {
  const { t } = useTranslation('reports');
  const { can } = useViewer();
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const [event, setEvent] = useState(parameters.get('event') ?? '');
  const [exercise, setExercise] = useState(false);
  const [busy, setBusy] = useState('');
  const [, create] = useMutation(CreateActivationMutation);
  const types = useData(EventTypesQuery, {});
  const events = useData(OpenEventsQuery, {});
  const open =
    events.data?.events.edges
      .map(({ node }) => node)
      .filter(({ isRunning, _id }) => isRunning || String(_id) === event) ?? [];
  const chosen = open.find(({ _id }) => String(_id) === event);

  const start = async (eventType: string) => {
    if (busy) return;
    setBusy(eventType);
    const mode = exercise ? 'EXERCISE' : 'LIVE';
    const report = parameters.get('report');
    const from = report && String(chosen?._id) === parameters.get('event') ? { report } : {};
    const input = chosen ? { event: chosen.id, eventType, ...from } : ({ eventType, mode } as const);
    const { data } = await create({ input });
    setBusy('');
    if (data) await navigate(`/event/${data.createActivation.event._id}/report/${data.createActivation._id}`);
  };

  if (!can('create_activation')) return <NotAllowed title={t('start.activation')} />;
  const mode = chosen?.mode ?? (exercise ? 'EXERCISE' : 'LIVE');
  return (
    <Page title={t('start.activation')} breadcrumb={[{ label: t('crumb.start'), to: '/' }]}>
      <SendSteps step={1} />
      <ModeBanner mode={mode} />
      <Stack gap="lg">
        <div className={classes['context']}>
          {open.length > 0 && <ChooseEvent events={open} value={event} onChange={setEvent} />}
          {!chosen && <ExerciseSwitch checked={exercise} onChange={setExercise} />}
        </div>
        <section>
          <Title order={2} mb="sm">
            {t('start.whatHappened')}
          </Title>
          <QueryView state={types}>
            {({ eventTypes }) =>
              eventTypes.edges.length > 0 ? (
                <Tiles
                  tiles={eventTypes.edges.map(({ node }) => node)}
                  marked={chosen?.eventType?.id}
                  busy={busy}
                  icon="alarm"
                  onChoose={(id) => void start(id)}
                />
              ) : (
                <EmptyState icon="event" title={t('start.noTypes')} text={t('start.noTypesText')} />
              )
            }
          </QueryView>
        </section>
      </Stack>
    </Page>
  );
}

/** Says that someone may not start this. */
export function NotAllowed({ title }: { title: string }) {
  const { t } = useTranslation('reports');
  return (
    <Page title={title}>
      <EmptyState icon="lock" title={t('start.notAllowed')} text={t('start.notAllowedText')} />
    </Page>
  );
}
