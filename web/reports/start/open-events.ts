import { RunningEventsChanged } from '#web/events/queries.ts';
import { type QueryState, useData } from '#web/lib/data.ts';
import type { ResultOf } from '#web/lib/gql.ts';
import { useLive } from '#web/lib/live.ts';
import { type OpenEvent, OpenEventsQuery } from './queries.ts';

type Open = { state: QueryState<ResultOf<typeof OpenEventsQuery>>; open: OpenEvent[] };

/** The events that something can be sent in: those that run, and the one that somebody comes from, by its number; as it is while somebody decides. */
export function useOpenEvents(from: string): Open {
  const state = useData(OpenEventsQuery, { from, hasFrom: from !== '' });
  useLive(RunningEventsChanged, {}, state.refetch);
  const running = state.data?.running.edges.map(({ node }) => node) ?? [];
  const origin = state.data?.from;
  const isOther = origin && !origin.isRunning && origin.eventStatus.identifier !== 'archived';
  return { state, open: isOther ? [origin, ...running] : running };
}
