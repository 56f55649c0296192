import { entity, isActive, typeFields } from './entity.ts';

/** A kind of channel. */
export const channelType = entity({
  name: 'ChannelType',
  plural: 'channelTypes',
  about: 'A kind of channel, e.g. e-mail or SMS.',
  feature: 'manage_channel_type',
  read: 'signedIn',
  order: [{ field: 'name', text: true }],
  fields: {
    ...typeFields,
    icon: { kind: 'image', list: true, about: 'Its picture.' },
    secondaryIcon: { kind: 'image', about: 'Its picture on a coloured ground.' },
    color: { kind: 'colour', list: true, about: 'Its colour, "#rrggbb".' },
    allowMoreMessage: {
      kind: 'toggle',
      default: false,
      list: true,
      about: 'Whether a report may have several messages on it.',
    },
    isActive,
  },
});
