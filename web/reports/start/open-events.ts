import { RunningEventsChanged } from '#web/events/queries.ts';
import { type QueryState, useData } from '#web/lib/data.ts';
import type { ResultOf } from '#web/lib/gql.ts';
import { useLive } from '#web/lib/live.ts';
import { type OpenEvent, OpenEventsQuery } from './queries.ts';

type Open = {
  state: QueryState<ResultOf<typeof OpenEventsQuery>>;
  /** Those that something can be sent in. */
  open: OpenEvent[];
  /** The one that was named, whatever became of it; undefined where there is none that may be seen. */
  named: OpenEvent | undefined;
  /** It is known which there are, the named one included. */
  isKnown: boolean;
};

/** The events that something can be sent in: those that run, and the one that somebody comes from, by its number; as it is while somebody decides. */
export function useOpenEvents(from: string): Open {
  const hasFrom = /^\d{1,9}$/.test(from); // nothing else is the number of an event
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
    // while another is named the answer is still about the one before
    isKnown: state.data !== undefined && (!hasFrom || !!origin || !state.refreshing),
  };
}
