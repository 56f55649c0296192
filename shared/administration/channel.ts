import { entity, isActive, typeFields } from './entity.ts';

/** A way to send, e.g. one mail server. */
export const channel = entity({
  name: 'Channel',
  plural: 'channels',
  about: 'A way to send: one configured account of a channel type.',
  feature: 'manage_channel',
  read: 'signedIn',
  order: [{ field: 'name', text: true }],
  fields: {
    ...typeFields,
    channelType: {
      kind: 'reference',
      to: 'ChannelType',
      required: true,
      fixed: true,
      list: true,
      filter: 'exact',
      about: 'What kind of channel it is.',
    },
    settings: { kind: 'channelSettings', about: 'What its provider asks for.' },
    requiresRelease: {
      kind: 'toggle',
      default: false,
      about: 'Whether its messages leave only after somebody else released them.',
    },
    isActive,
  },
});
