import type { EntityRow } from '#web/fields/frame.ts';
import { useData } from '#web/lib/data.ts';
import { useLive } from '#web/lib/live.ts';
import { ChannelsChanged } from '#web/lib/queries.ts';
import { ChannelHealthQuery } from './queries.ts';

/** Returns a channel's health and refreshes it after each change. */
export function useChannelHealth(row: EntityRow) {
  const state = useData(ChannelHealthQuery, { id: row.id });
  useLive(ChannelsChanged, {}, state.refetch);
  return state;
}
