import type { ChannelSetting } from '#shared/channel-setting.ts';
import type { Label } from '#shared/label.ts';
import { ChannelProvidersQuery } from '#web/fields/queries.ts';
import { useData } from '#web/lib/data.ts';

export type Provider = { identifier: string; channelType: string; label: Label; fields: ChannelSetting[] };

/** Loads all providers, and returns those that serve a channel type by id or number; undefined without one. */
export function useProviders() {
  const state = useData(ChannelProvidersQuery, {});
  const types = state.data?.channelTypes.edges.map(({ node }) => node) ?? [];
  const providers = state.data?.channelProviders as Provider[] | undefined;
  const servingType = (id: unknown) => {
    const type = types.find((one) => one.id === id || String(one._id) === String(id));
    return type && providers?.filter(({ channelType }) => channelType === type.identifier);
  };
  return { state, providers, types, servingType };
}
