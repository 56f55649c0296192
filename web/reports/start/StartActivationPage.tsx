import { Stack, Title } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { useMutation } from 'urql';
import { EventTypesQuery } from '#web/events/queries.ts';
import { useData } from '#web/lib/data.ts';
import type { ResultOf } from '#web/lib/gql.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { launchOnce } from '#web/messages/launch-keys.ts';
import { CreateActivationMutation } from '#web/reports/queries.ts';
import { SendSteps } from '#web/reports/send/SendSteps.tsx';
import type { Started, StartedState } from '#web/reports/useUntouched.ts';
import { ModeBanner } from '#web/ui/ModeBanner.tsx';
import { Page } from '#web/ui/Page.tsx';
import { EmptyState, NotAllowed, QueryView } from '#web/ui/states.tsx';
import { ChooseEvent } from './ChooseEvent.tsx';
import { ExerciseSwitch } from './ExerciseSwitch.tsx';
import { fetchDraft } from './fetch-draft.ts';
import { useOpenEvents } from './open-events.ts';
import type { OpenEvent } from './queries.ts';
import classes from './start.module.css';
import { Tiles } from './Tiles.tsx';
import { UnknownEvents } from './UnknownEvents.tsx';
import { WhichEvent } from './WhichEvent.tsx';

/**
 * Step 1 of an activation: what happened. Choosing a tile prepares everything and leads to step 2; while an event is
 * running, it asks first whether it is that one, or belongs to it.
 */
export function StartActivationPage() {
  const { t } = useTranslation('reports');
  const { can } = useViewer();
  const [parameters, setParameters] = useSearchParams();
  const [event, setEvent] = useState(parameters.get('event') ?? '');
  const [exercise, setExercise] = useState(parameters.get('exercise') === '1');
  const [asked, setAsked] = useState<EventKind>();
  const { start, busy } = useStart();
  const navigate = useNavigate();
  useEffect(fetchDraft, []);
  const types = useData(EventTypesQuery, {});
  const { state: running, open } = useOpenEvents(parameters.get('event') ?? '');
  const isKnown = running.data !== undefined;
  const [waiting, setWaiting] = useState<EventKind>();
  const found = open.find(({ _id }) => String(_id) === event);
  const [kept, setKept] = useState<OpenEvent>();
  if (found && found !== kept) setKept(found);
  // one that ends meanwhile stays chosen: nothing becomes another event's, or real, by itself
  const chosen = found ?? (kept && String(kept._id) === event ? kept : undefined);

  const begin = (eventType: string, within: OpenEvent | undefined) => {
    const report = parameters.get('report');
    const from = report && String(within?._id) === parameters.get('event') ? { report } : {};
    const mode = chosen?.mode ?? (exercise ? 'EXERCISE' : 'LIVE');
    void start(within ? { event: within.id, eventType, ...from } : { eventType, mode });
  };
  /** What somebody is asked about who wants to begin this: whether it is that, or belongs to it. */
  const nearTo = (type: EventKind) => {
    // a new event that is an exercise wakes nobody, so nothing about it needs to be asked
    const near = chosen ? [chosen] : exercise ? [] : open.filter(({ mode, isRunning }) => mode === 'LIVE' && isRunning);
    // who chose an event of this kind has said already that it is that one
    return near.filter(({ eventType }) => eventType && (!chosen || eventType.id !== type.id));
  };
  const choose = (type: EventKind) => {
    // whether something runs that it may belong to is not known yet
    setWaiting(isKnown ? undefined : type);
    if (!isKnown) return;
    if (nearTo(type).length > 0) setAsked(type);
    else begin(type.id, chosen);
  };
  const goOn = useEffectEvent(() => {
    if (waiting) choose(waiting);
  });
  useEffect(() => {
    if (isKnown) goOn();
  }, [isKnown]);

  const wanted = types.data?.eventTypes.edges.find(({ node }) => String(node._id) === parameters.get('type'))?.node;
  const takeWanted = useEffectEvent((kind: EventKind) => {
    // who comes back to this page is asked
    setParameters({}, { replace: true });
    choose(kind);
  });
  useEffect(() => {
    if (wanted) takeWanted(wanted);
  }, [wanted]);

  const tileOf = (kind: EventKind) =>
    isGeneral(kind) ? { ...kind, name: t('start.somethingElse'), description: t('start.somethingElseText') } : kind;

  if (!can('create_activation')) return <NotAllowed title={t('start.activation')} />;
  const mode = chosen?.mode ?? (exercise ? 'EXERCISE' : 'LIVE');
  return (
    <Page title={t('start.activation')} breadcrumb={[{ label: t('crumb.start'), to: '/' }]}>
      <SendSteps step={1} />
      <ModeBanner mode={mode} />
      <Stack gap="lg">
        <div className={classes['context']}>
          {(chosen || open.length > 0) && (
            <ChooseEvent events={chosen && !found ? [chosen, ...open] : open} value={event} onChange={setEvent} />
          )}
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
                  tiles={eventTypes.edges
                    .map(({ node }) => node)
                    .sort(generalLast)
                    .map(tileOf)}
                  marked={chosen?.eventType?.id}
                  busy={busy || (running.loading ? (waiting?.id ?? '') : '')}
                  icon="alarm"
                  onChoose={(id) => choose(eventTypes.edges.find(({ node }) => node.id === id)!.node)}
                />
              ) : (
                <EmptyState icon="event" title={t('start.noTypes')} text={t('start.noTypesText')} />
              )
            }
          </QueryView>
        </section>
      </Stack>
      {running.error && waiting && (
        <UnknownEvents
          kind={waiting.name}
          busy={running.refreshing}
          onLookAgain={running.refetch}
          onClose={() => setWaiting(undefined)}
          onNew={() => {
            setWaiting(undefined);
            begin(waiting.id, undefined);
          }}
        />
      )}
      {asked && (
        <WhichEvent
          kind={asked.name}
          events={nearTo(asked)}
          // of what nothing was prepared for, the kind says nothing: two have only that in common
          isSame={({ eventType, activationEventType }) =>
            [eventType?.id, activationEventType?.id].includes(asked.id) && !isGeneral(asked)
          }
          onGo={({ _id }) => {
            setAsked(undefined); // whoever comes back before the event's page is drawn is not asked again
            void navigate(`/event/${_id}`);
          }}
          onClose={() => setAsked(undefined)}
          onNew={() => {
            setAsked(undefined);
            begin(asked.id, undefined);
          }}
          onBelongs={(within) => {
            setAsked(undefined);
            begin(asked.id, within);
          }}
        />
      )}
    </Page>
  );
}

type EventKind = ResultOf<typeof EventTypesQuery>['eventTypes']['edges'][number]['node'];

/** Prepares the activation and leads to step 2. */
function useStart() {
  const navigate = useNavigate();
  const [busy, setBusy] = useState('');
  const [, create] = useMutation(CreateActivationMutation);
  const start = async (input: Started) => {
    if (busy) return;
    setBusy(input.eventType);
    const { data } = await launchOnce(`start:${JSON.stringify(input)}`, (key) => create({ input, key }));
    setBusy('');
    if (!data) return;
    const { event, _id } = data.createActivation;
    await navigate(`/event/${event._id}/report/${_id}`, { state: { started: input } satisfies StartedState });
  };
  return { start, busy };
}

const isGeneral = ({ identifier }: Pick<EventKind, 'identifier'>) => identifier === 'general';

/** The kind for whatever nothing was prepared for is called so, and stands at the end. */
const generalLast = (a: EventKind, b: EventKind) => Number(isGeneral(a)) - Number(isGeneral(b));
