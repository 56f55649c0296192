import { Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EventTypesQuery } from '#web/events/queries.ts';
import { useData } from '#web/lib/data.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { SendSteps } from '#web/reports/send/SendSteps.tsx';
import { usePrefetch } from '#web/ui/lazy-with-fallback.tsx';
import { ModeBanner } from '#web/ui/ModeBanner.tsx';
import { Page } from '#web/ui/Page.tsx';
import { EmptyState, NotAllowed, QueryView } from '#web/ui/states.tsx';
import { ChooseEvent } from './ChooseEvent.tsx';
import { ExerciseSwitch } from './ExerciseSwitch.tsx';
import { fetchDraft } from './fetch-draft.ts';
import { GoneNote } from './GoneNote.tsx';
import { StartContext } from './StartContext.tsx';
import { StartQuestions } from './StartQuestions.tsx';
import { Tiles } from './Tiles.tsx';
import { type EventKind, generalLast, isGeneral, useActivationStart, useWantedKind } from './useActivationStart.ts';

/**
 * Step 1 of an activation: the kind of event. While an event runs, first asks whether this is the same or belongs to
 * it.
 */
export function StartActivationPage() {
  const { t } = useTranslation('reports');
  const { can } = useViewer();
  usePrefetch(fetchDraft);
  const types = useData(EventTypesQuery, {});
  const start = useActivationStart();
  const { state: running, open, chosen, gone, mode, isKnown, value, setEvent, setMode } = start.choice;
  useWantedKind(
    types.data?.eventTypes.edges.map(({ node }) => node),
    start.choose,
  );
  const tileOf = (kind: EventKind) =>
    isGeneral(kind) ? { ...kind, name: t('start.somethingElse'), description: t('start.somethingElseText') } : kind;

  if (!can('create_activation')) return <NotAllowed title={t('start.activation')} />;
  return (
    <Page title={t('start.activation')} breadcrumb={[{ label: t('crumb.start'), to: '/' }]}>
      <SendSteps step={1} />
      <ModeBanner mode={mode ?? 'LIVE'} />
      {gone && <GoneNote gone={gone} mode={mode} />}
      <Stack gap="lg">
        <StartContext event={chosen?.name ?? (value && !isKnown ? t('start.whichEvent') : gone?.name)} mode={mode}>
          {(gone || open.length > 0) && <ChooseEvent events={open} gone={gone} value={value} onChange={setEvent} />}
          {!chosen && (!value || isKnown || running.error) && <ExerciseSwitch mode={mode} onChange={setMode} />}
        </StartContext>
        <section>
          <Title order={2} mb="sm">
            {t('start.whatHappened')}
          </Title>
          <QueryView state={types}>
            {({ eventTypes }) =>
              eventTypes.edges.length > 0 ? (
                <Tiles
                  tiles={eventTypes.edges
                    .map(({ node }) => node)
                    .sort(generalLast)
                    .map(tileOf)}
                  marked={chosen?.eventType?.id}
                  busy={start.busy}
                  icon="alarm"
                  onChoose={(id) => start.choose(eventTypes.edges.find(({ node }) => node.id === id)!.node)}
                />
              ) : (
                <EmptyState icon="event" title={t('start.noTypes')} text={t('start.noTypesText')} />
              )
            }
          </QueryView>
        </section>
      </Stack>
      <StartQuestions start={start} />
    </Page>
  );
}
