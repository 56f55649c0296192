import { entity, icon, isActive, typeFields } from './entity.ts';

/** A kind of channel. */
export const channelType = entity({
  name: 'ChannelType',
  plural: 'channelTypes',
  label: { de: 'Kanalarten', en: 'Channel types' },
  one: { de: 'Kanalart', en: 'channel type' },
  icon: 'share',
  section: 'channels',
  purpose: {
    de: 'Welche Arten von Kanälen es gibt, mit Farbe und Symbol',
    en: 'Kinds of channels, with colour and icon',
  },
  about: 'A kind of channel, e.g. e-mail or SMS.',
  feature: 'manage_channel_type',
  read: 'signedIn',
  order: [{ field: 'name', text: true }],
  fields: {
    ...typeFields,
    icon,
    secondaryIcon: {
      kind: 'image',
      ground: 'dark',
      label: { de: 'Symbol auf farbigem Grund', en: 'Icon on a coloured background' },
      hint: {
        de: 'Es muss sich von der Farbe abheben: auf dunklen am besten in Weiß.',
        en: 'Needs a good contrast to the colour: white works best on dark colours.',
      },
      about: 'Its picture on a coloured background.',
    },
    color: { kind: 'colour', list: true, label: { de: 'Farbe', en: 'Colour' }, about: 'Its colour, "#rrggbb".' },
    allowMoreMessage: {
      kind: 'toggle',
      default: false,
      list: true,
      label: { de: 'Mehrere Nachrichten je Meldung', en: 'Several messages per report' },
      about: 'Whether a report may have several messages on it.',
    },
    isActive,
  },
});
