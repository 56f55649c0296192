import { RunningEventsChanged } from '#web/events/queries.ts';
import { type QueryState, useData } from '#web/lib/data.ts';
import type { ResultOf } from '#web/lib/gql.ts';
import { useLive } from '#web/lib/live.ts';
import { type OpenEvent, OpenEventsQuery } from './queries.ts';

type Open = {
  state: QueryState<ResultOf<typeof OpenEventsQuery>>;
  /** The events in which something can be sent. */
  open: OpenEvent[];
  /** Undefined if the user can't see it. */
  named: OpenEvent | undefined;
  /** Whether all events are known. */
  isKnown: boolean;
};

/** Returns running events and the one with the number `from`, live. */
export function useOpenEvents(from: string): Open {
  const hasFrom = /^\d{1,9}$/.test(from); // the format of an event number
  const state = useData(OpenEventsQuery, { from: hasFrom ? from : '', hasFrom }, { keepPrevious: true });
  useLive(RunningEventsChanged, {}, state.refetch);
  const running = state.data?.running.edges.map(({ node }) => node) ?? [];
  const isNamed = ({ _id }: OpenEvent) => String(_id) === from;
  const origin = [state.data?.from, ...running].find((event) => event && isNamed(event)) ?? undefined;
  const isOther = origin && !origin.isRunning && origin.eventStatus.identifier !== 'archived';
  return {
    state,
    open: isOther ? [origin, ...running] : running,
    named: origin,
    // the data may belong to the previous event
    isKnown: state.data !== undefined && (!hasFrom || !!origin || !state.refreshing),
  };
}
