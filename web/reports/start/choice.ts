import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { stateOf } from '#web/events/state.ts';
import { modeIn } from './mode-in.ts';
import { useOpenEvents } from './open-events.ts';
import type { OpenEvent } from './queries.ts';

export type Mode = OpenEvent['mode'];

/** An event from the URL in which nothing can start. */
export type Gone = { name?: string; number?: number; became: 'finished' | 'archived' | 'deleted' | 'unknown' };

type Options = {
  /** Returns whether nothing can start in an event. */
  isOver: (event: OpenEvent) => boolean;
  /** Returns the default event if the URL names none. */
  likely?: (open: OpenEvent[]) => OpenEvent | undefined;
};

/**
 * Keeps the event of step 1, or a new one's mode, in the URL. An ended or unknown event stays selected: nothing becomes
 * live automatically. While `mode` is undefined, the user is asked.
 */
export function useStartChoice({ isOver, likely }: Options) {
  const [parameters, setParameters] = useChosenAtOnce();
  const value = parameters.get('event') ?? '';
  const { state, open: all, named, isKnown } = useOpenEvents(value);
  const open = all.filter((event) => !isOver(event));
  const chosen = named && !isOver(named) ? named : undefined;
  const [last, setLast] = useState<OpenEvent>();
  if (named && named !== last) setLast(named);
  // a deleted event is still known by name
  const known = named ?? (String(last?._id) === value ? last : undefined);
  const mode = known?.mode ?? modeIn(parameters) ?? (value ? undefined : 'LIVE');

  const put = (event: string, next: Mode | undefined) => {
    const after = new URLSearchParams(parameters);
    for (const name of ['event', 'mode']) after.delete(name);
    if (event !== value) after.delete('report'); // it belongs to the previous event
    if (event) after.set('event', event);
    if (next && (event || likely || next !== 'LIVE')) after.set('mode', next);
    setParameters(after);
  };
  const takeLikely = useEffectEvent(() => {
    const meant = likely?.(open);
    const says = ['event', 'mode'].some((name) => parameters.has(name));
    if (meant && !says) put(String(meant._id), meant.mode);
  });
  useEffect(() => {
    if (isKnown) takeLikely();
  }, [isKnown]);
  // for a reload, regardless of changes
  const noteMode = useEffectEvent(() => known && modeIn(parameters) !== known.mode && put(value, known.mode));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per named event
  useEffect(() => void noteMode(), [known?._id, known?.mode]);
  return {
    state,
    isKnown,
    open,
    chosen,
    gone: value && isKnown && !chosen ? goneOf(named, known) : undefined,
    mode,
    value,
    /** Chooses an event, or a new one with the previous mode. */
    setEvent: (event: string) => put(event, open.find(({ _id }) => String(_id) === event)?.mode ?? mode),
    /** Sets the mode of a new event. */
    setMode: (next: Mode) => put('', next),
  };
}

/** Returns the latest URL parameters; the URL itself updates later. */
function useChosenAtOnce(): [URLSearchParams, (after: URLSearchParams) => void] {
  const [address, setAddress] = useSearchParams();
  const [ahead, setAhead] = useState<{ of: URLSearchParams; chosen: URLSearchParams }>();
  if (ahead && ahead.of !== address) setAhead(undefined);
  const choose = (chosen: URLSearchParams) => {
    setAhead({ of: address, chosen });
    setAddress(chosen, { replace: true, preventScrollReset: true });
  };
  return [ahead?.of === address ? ahead.chosen : address, choose];
}

function goneOf(named: OpenEvent | undefined, known: OpenEvent | undefined): Gone {
  if (!known) return { became: 'unknown' };
  if (!named) return { name: known.name, became: 'deleted' };
  const { name, _id: number } = named;
  return { name, number, became: stateOf(named) === 'archived' ? 'archived' : 'finished' };
}
