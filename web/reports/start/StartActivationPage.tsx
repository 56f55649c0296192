import { Stack, Title } from '@mantine/core';
import { Suspense, useDeferredValue, useEffect, useEffectEvent, useState, useTransition } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { useMutation } from 'urql';
import { EventTypesQuery } from '#web/events/queries.ts';
import { stateOf } from '#web/events/state.ts';
import { useData } from '#web/lib/data.ts';
import type { ResultOf } from '#web/lib/gql.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { launchOnce } from '#web/messages/launch-keys.ts';
import { CreateActivationMutation } from '#web/reports/queries.ts';
import { SendSteps } from '#web/reports/send/SendSteps.tsx';
import type { Started, StartedState } from '#web/reports/useUntouched.ts';
import { useSoon } from '#web/ui/later.tsx';
import { ModeBanner } from '#web/ui/ModeBanner.tsx';
import { Page } from '#web/ui/Page.tsx';
import { EmptyState, NotAllowed, QueryView } from '#web/ui/states.tsx';
import { ChooseEvent } from './ChooseEvent.tsx';
import { type Mode, useStartChoice } from './choice.ts';
import { ExerciseSwitch } from './ExerciseSwitch.tsx';
import { fetchDraft } from './fetch-draft.ts';
import { GoneNote } from './GoneNote.tsx';
import type { OpenEvent } from './queries.ts';
import { LazyUnknownEvents, LazyWhichEvent, LazyWhichMode, useQuestionsSoon } from './questions.ts';
import { StartContext } from './StartContext.tsx';
import { Tiles } from './Tiles.tsx';

/**
 * Step 1 of an activation: the kind of event. Choosing a tile prepares everything and opens step 2. While an event is running,
 * it first asks whether this is the same event or belongs to it.
 */
export function StartActivationPage() {
  const { t } = useTranslation('reports');
  const { can } = useViewer();
  const [parameters, setParameters] = useSearchParams();
  const [asked, setAsked] = useState<EventKind>();
  const [asWhat, setAsWhat] = useState<EventKind>();
  const { start, busy } = useStart();
  const navigate = useNavigate();
  useSoon(fetchDraft);
  const types = useData(EventTypesQuery, {});
  const choice = useStartChoice({ isOver });
  const { state: running, open, chosen, gone, mode, isKnown } = choice;
  const [waiting, setWaiting] = useState<EventKind>();
  const [tapped, setTapped] = useState('');
  const unknown = running.error ? waiting : undefined;
  const shownUnknown = useDeferredValue(unknown);
  const [isLoading, startQuestion] = useTransition(); // the tile is busy until the question's code is there

  const tileBusy = isLoading ? tapped : running.loading || unknown !== shownUnknown ? (waiting?.id ?? '') : '';

  const begin = (kind: EventKind, within: OpenEvent | undefined, as = mode) => {
    const report = parameters.get('report');
    const from = report && String(within?._id) === choice.value ? { report } : {};
    if (within) void start({ event: within.id, eventType: kind.id, ...from });
    else if (as) void start({ eventType: kind.id, mode: as });
    else startQuestion(() => setAsWhat(kind));
  };
  /** Returns the events that may be the same or related, for the question to the user. */
  const nearTo = (type: EventKind, as = mode) => {
    // a new exercise event wakes no one, so it needs no question
    const near = chosen ? [chosen] : as !== 'LIVE' ? [] : open.filter((event) => event.mode === as && event.isRunning);
    // choosing an event of the same kind already answers the question
    return near.filter(({ eventType }) => eventType && (!chosen || eventType.id !== type.id));
  };
  const choose = (type: EventKind) => {
    // running events that it may belong to are not yet known
    setWaiting(isKnown ? undefined : type);
    if (!isKnown) return;
    setTapped(type.id);
    if (gone) startQuestion(() => setAsWhat(type));
    else goOnWith(type, mode);
  };
  const goOnWith = (type: EventKind, as: Mode | undefined) => {
    if (nearTo(type, as).length > 0) startQuestion(() => setAsked(type));
    else begin(type, chosen, as);
  };
  const goOn = useEffectEvent(() => {
    if (waiting) choose(waiting);
  });
  useEffect(() => {
    if (isKnown) goOn();
  }, [isKnown]);

  useQuestionsSoon(Boolean(running.error), Boolean(chosen || gone) || !mode || open.some((one) => one.mode === mode));

  const wanted = types.data?.eventTypes.edges.find(({ node }) => String(node._id) === parameters.get('type'))?.node;
  const takeWanted = useEffectEvent((kind: EventKind) => {
    // ask again when the user comes back to this page
    setParameters(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete('type');
        return after;
      },
      { replace: true },
    );
    choose(kind);
  });
  useEffect(() => {
    if (wanted) takeWanted(wanted);
  }, [wanted]);

  const tileOf = (kind: EventKind) =>
    isGeneral(kind) ? { ...kind, name: t('start.somethingElse'), description: t('start.somethingElseText') } : kind;

  if (!can('create_activation')) return <NotAllowed title={t('start.activation')} />;
  return (
    <Page title={t('start.activation')} breadcrumb={[{ label: t('crumb.start'), to: '/' }]}>
      <SendSteps step={1} />
      <ModeBanner mode={mode ?? 'LIVE'} />
      {gone && <GoneNote gone={gone} mode={mode} />}
      <Stack gap="lg">
        <StartContext
          event={chosen?.name ?? (choice.value && !isKnown ? t('start.whichEvent') : gone?.name)}
          mode={mode}
        >
          {(gone || open.length > 0) && (
            <ChooseEvent events={open} gone={gone} value={choice.value} onChange={choice.setEvent} />
          )}
          {!chosen && (!choice.value || isKnown || running.error) && (
            <ExerciseSwitch mode={mode} onChange={choice.setMode} />
          )}
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
                  busy={busy || tileBusy}
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
      <Suspense fallback={null}>
        {unknown && shownUnknown && (
          <LazyUnknownEvents
            kind={unknown.name}
            busy={running.refreshing}
            onLookAgain={running.refetch}
            onClose={() => setWaiting(undefined)}
            onNew={() => {
              setWaiting(undefined);
              begin(unknown, undefined);
            }}
          />
        )}
        {asWhat && (
          <LazyWhichMode
            kind={asWhat.name}
            gone={gone}
            mode={mode}
            onClose={() => setAsWhat(undefined)}
            onChoose={(as) => {
              setAsWhat(undefined);
              choice.setMode(as);
              goOnWith(asWhat, as);
            }}
          />
        )}
        {asked && (
          <LazyWhichEvent
            kind={asked.name}
            events={nearTo(asked)}
            // for events without preparation, the kind doesn't show that two are the same
            isSame={({ eventType, activationEventType }) =>
              [eventType?.id, activationEventType?.id].includes(asked.id) && !isGeneral(asked)
            }
            onGo={({ _id }) => {
              setAsked(undefined); // no second question if the user returns before the event's page renders
              void navigate(`/event/${_id}`);
            }}
            onClose={() => setAsked(undefined)}
            onNew={() => {
              setAsked(undefined);
              begin(asked, undefined);
            }}
            onBelongs={(within) => {
              setAsked(undefined);
              begin(asked, within);
            }}
          />
        )}
      </Suspense>
    </Page>
  );
}

type EventKind = ResultOf<typeof EventTypesQuery>['eventTypes']['edges'][number]['node'];

/** Prepares the activation and opens step 2. */
function useStart() {
  const navigate = useNavigate();
  const [busy, setBusy] = useState('');
  const [, create] = useMutation(CreateActivationMutation);
  const start = async (input: Started) => {
    if (busy) return;
    setBusy(input.eventType);
    void fetchDraft(); // while the server prepares it
    const { data } = await launchOnce(`start:${JSON.stringify(input)}`, (key) => create({ input, key }));
    setBusy('');
    if (!data) return;
    const { event, _id } = data.createActivation;
    await navigate(`/event/${event._id}/report/${_id}`, { state: { started: input } satisfies StartedState });
  };
  return { start, busy };
}

/** Answers in an ended event would count as late, so it must be continued first. */
const isOver = (event: OpenEvent): boolean => !['running', 'draft'].includes(stateOf(event));

const isGeneral = ({ identifier }: Pick<EventKind, 'identifier'>) => identifier === 'general';

/** The kind for unprepared events goes last. */
const generalLast = (a: EventKind, b: EventKind) => Number(isGeneral(a)) - Number(isGeneral(b));
