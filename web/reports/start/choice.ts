import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { stateOf } from '#web/events/state.ts';
import { modeIn } from './mode-in.ts';
import { useOpenEvents } from './open-events.ts';
import type { OpenEvent } from './queries.ts';

/** Whether what happens is real, an exercise or a test. */
export type Mode = OpenEvent['mode'];

/** An event of the address that nothing can be begun in; without a name where nobody knows which it was. */
export type Gone = { name?: string; number?: number; became: 'finished' | 'archived' | 'deleted' | 'unknown' };

type Options = {
  /** In which events nothing can be begun any more. */
  isOver: (event: OpenEvent) => boolean;
  /** The event that is meant where the address says nothing. */
  likely?: (open: OpenEvent[]) => OpenEvent | undefined;
};

/**
 * What step 1 begins in, as the address says it: an event, or a new one and whether it is real. So it is the same after a
 * reload. What the address names and is over or unknown stays named, with the mode it had: nothing becomes another event's,
 * or real, by itself. While `mode` is undefined nobody knows whether it is real, and whoever begins something is asked.
 */
export function useStartChoice({ isOver, likely }: Options) {
  const [parameters, setParameters] = useChosenAtOnce();
  const value = parameters.get('event') ?? '';
  const { state, open: all, named, isKnown } = useOpenEvents(value);
  const open = all.filter((event) => !isOver(event));
  const chosen = named && !isOver(named) ? named : undefined;
  const [last, setLast] = useState<OpenEvent>();
  if (named && named !== last) setLast(named);
  // one that is deleted while somebody looks is still known by its name
  const known = named ?? (String(last?._id) === value ? last : undefined);
  const mode = known?.mode ?? modeIn(parameters) ?? (value ? undefined : 'LIVE');

  const put = (event: string, next: Mode | undefined) => {
    const after = new URLSearchParams(parameters);
    for (const name of ['event', 'mode']) after.delete(name);
    if (event !== value) after.delete('report'); // it is of the event before
    // where one is likely, the mode says that a new one was chosen
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
  // so that it is known after a reload too, whatever becomes of the event meanwhile
  const noteMode = useEffectEvent(() => known && modeIn(parameters) !== known.mode && put(value, known.mode));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each event that was named
  useEffect(() => void noteMode(), [known?._id, known?.mode]);
  return {
    state,
    isKnown,
    open,
    chosen,
    gone: value && isKnown && !chosen ? goneOf(named, known) : undefined,
    mode,
    value,
    /** Chooses an event by its number, or a new one, which is as real as what was shown before. */
    setEvent: (event: string) => put(event, open.find(({ _id }) => String(_id) === event)?.mode ?? mode),
    /** Says whether a new event is real. */
    setMode: (next: Mode) => put('', next),
  };
}

/** The parameters of the address as they were chosen last: the address itself follows a moment later, and a switch must not spring back until then. */
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
