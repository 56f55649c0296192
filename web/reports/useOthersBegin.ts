import { useEffect, useEffectEvent, useRef } from 'react';
import { RunningEventsChanged } from '#web/events/queries.ts';
import { useData } from '#web/lib/data.ts';
import { graphql } from '#web/lib/gql.ts';
import { useLive } from '#web/lib/live.ts';

const RunningIdsQuery = graphql(`
  query RunningIds { events(first: 100, isRunning: true) { edges { node { id mode } } } }
`);

/** Calls back, while `isWatched`, when another live event starts or ends. */
export function useOthersBegin(isWatched: boolean, onChanged: () => void): void {
  const running = useData(RunningIdsQuery, {}, { pause: !isWatched });
  useLive(RunningEventsChanged, {}, running.refetch, { pause: !isWatched });
  const which = running.data?.events.edges
    .filter(({ node }) => node.mode === 'LIVE')
    .map(({ node }) => node.id)
    .sort((a, b) => a.localeCompare(b))
    .join();
  const known = useRef<string>(undefined);
  const tell = useEffectEvent(onChanged);
  useEffect(() => {
    if (known.current !== undefined && which !== undefined && known.current !== which) tell();
    known.current = which;
  }, [which]);
}
