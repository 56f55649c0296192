import { useData } from '#web/lib/data.ts';
import { useSystemLive } from '#web/lib/system.tsx';
import { ChannelTroublesQuery } from './queries.ts';

/** The channels in use that cannot send, or be heard, at the moment. */
export function useTroubledChannels() {
  const { data, refetch } = useData(ChannelTroublesQuery, {});
  useSystemLive(refetch);
  return (
    data?.channels.edges.map(({ node }) => node).filter(({ trouble, hearingTrouble }) => trouble || hearingTrouble) ??
    []
  );
}
