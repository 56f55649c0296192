import { useDeferredValue, useEffect, useEffectEvent, useState, useTransition } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useMutation } from 'urql';
import type { EventTypesQuery } from '#web/events/queries.ts';
import { stateOf } from '#web/events/state.ts';
import type { ResultOf } from '#web/lib/gql.ts';
import { launchOnce } from '#web/messages/launch-keys.ts';
import { CreateActivationMutation } from '#web/reports/queries.ts';
import type { Started, StartedState } from '#web/reports/useDiscardIfUntouched.ts';
import { type Mode, useStartChoice } from './choice.ts';
import { fetchDraft } from './fetch-draft.ts';
import type { OpenEvent } from './queries.ts';
import { useQuestionsSoon } from './questions.ts';

/** A kind of event. */
export type EventKind = ResultOf<typeof EventTypesQuery>['eventTypes']['edges'][number]['node'];

export type ActivationStart = ReturnType<typeof useActivationStart>;

/** Manages the way from a tile to step 2: events, mode, similar events, draft. */
export function useActivationStart() {
  const [parameters] = useSearchParams();
  const [asked, setAsked] = useState<EventKind>();
  const [asWhat, setAsWhat] = useState<EventKind>();
  const { start, busy } = useStart();
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
  /** Returns similar or related events. */
  const nearTo = (type: EventKind, as = mode) => {
    // a new exercise event wakes no one
    const near = chosen ? [chosen] : as !== 'LIVE' ? [] : open.filter((event) => event.mode === as && event.isRunning);
    // choosing an event already answers the question
    return near.filter(({ eventType }) => eventType && (!chosen || eventType.id !== type.id));
  };
  const goOnWith = (type: EventKind, as: Mode | undefined) => {
    if (nearTo(type, as).length > 0) startQuestion(() => setAsked(type));
    else begin(type, chosen, as);
  };
  const choose = (type: EventKind) => {
    // until related events are known
    setWaiting(isKnown ? undefined : type);
    if (!isKnown) return;
    setTapped(type.id);
    if (gone) startQuestion(() => setAsWhat(type));
    else goOnWith(type, mode);
  };
  const goOn = useEffectEvent(() => {
    if (waiting) choose(waiting);
  });
  useEffect(() => {
    if (isKnown) goOn();
  }, [isKnown]);
  useQuestionsSoon(Boolean(running.error), Boolean(chosen || gone) || !mode || open.some((one) => one.mode === mode));
  return {
    choice,
    choose,
    busy: busy || tileBusy,
    /** The kind that waits for events that can't be loaded. */
    unknown: shownUnknown && unknown,
    stopWaiting: () => setWaiting(undefined),
    /** The kind that needs a mode. */
    asWhat,
    setAsWhat,
    asked,
    setAsked,
    nearTo,
    goOnWith,
    begin,
  };
}

/** Chooses the URL's kind (`type`) once loaded. */
export function useWantedKind(kinds: readonly EventKind[] | undefined, choose: (kind: EventKind) => void): void {
  const [parameters, setParameters] = useSearchParams();
  const wanted = kinds?.find(({ _id }) => String(_id) === parameters.get('type'));
  const takeWanted = useEffectEvent((kind: EventKind) => {
    // asks again when the user comes back
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
}

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

/** Answers in an ended event count as late, so it must be continued first. */
const isOver = (event: OpenEvent): boolean => !['running', 'draft'].includes(stateOf(event));

/** Returns whether a kind is for unprepared events. */
export const isGeneral = ({ identifier }: Pick<EventKind, 'identifier'>): boolean => identifier === 'general';

/** Sorts the kind for unprepared events last. */
export const generalLast = (one: EventKind, other: EventKind) => Number(isGeneral(one)) - Number(isGeneral(other));
