import { useData } from '#web/lib/data.ts';
import { useLive } from '#web/lib/live.ts';
import { ChannelsChanged } from '#web/lib/queries.ts';
import { ChannelTroublesQuery } from './queries.ts';

/** Returns the channels in use that currently can't send or receive. */
export function useTroubledChannels() {
  const { data, refetch } = useData(ChannelTroublesQuery, {});
  useLive(ChannelsChanged, {}, refetch);
  return (
    data?.channels.edges.map(({ node }) => node).filter(({ trouble, hearingTrouble }) => trouble || hearingTrouble) ??
    []
  );
}
