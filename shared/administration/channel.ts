import { optionsFrom } from '#shared/fields/select.ts';
import { entity, isActive, typeFields } from './entity.ts';

/** A channel that sends messages, for example one mail server. */
export const channel = entity({
  name: 'Channel',
  plural: 'channels',
  label: { de: 'Kanäle', en: 'Channels' },
  one: { de: 'Kanal', en: 'channel' },
  icon: 'send',
  section: 'channels',
  purpose: {
    de: 'Womit Nachrichten hinausgehen: E-Mail, SMS, Anruf und andere',
    en: 'Ways to send messages: e-mail, SMS, calls and others',
  },
  about: 'A way to send: one configured account of a channel type.',
  feature: 'manage_channel',
  read: 'signedIn',
  order: [{ field: 'name', text: true }],
  fields: {
    ...typeFields,
    description: { ...typeFields.description, advanced: true },
    channelType: {
      kind: 'reference',
      to: 'ChannelType',
      required: true,
      fixed: true,
      list: true,
      filter: 'exact',
      label: { de: 'Kanalart', en: 'Channel type' },
      hint: {
        de: 'Eine, die hier fehlt, ist unter „Kanalarten“ ausgeschaltet, am Anfang zum Beispiel „Sprachanruf“.',
        en: 'If a type is missing here, it is switched off under “Channel types”. At first, this applies to “Voice call”, for example.',
      },
      about: 'What kind of channel it is.',
    },
    settings: {
      kind: 'channelSettings',
      label: { de: 'Einstellungen', en: 'Settings' },
      about: 'What its provider asks for.',
    },
    requiresRelease: {
      kind: 'toggle',
      default: false,
      label: { de: 'Freigabe nötig', en: 'Needs release' },
      hint: {
        de: 'Nachrichten gehen erst hinaus, wenn eine zweite Person sie freigegeben hat.',
        en: 'Messages are sent only after a second person has released them.',
      },
      about: 'Whether another person must release its messages before they are sent.',
    },
    usedAt: {
      kind: 'select',
      options: optionsFrom({
        everywhere: { de: 'An beiden Standorten', en: 'At both places' },
        first: { de: 'Nur am ersten Standort', en: 'Only at the first place' },
        second: { de: 'Nur am zweiten Standort', en: 'Only at the second place' },
      }),
      default: 'everywhere',
      advanced: true,
      label: { de: 'Standort', en: 'Place' },
      hint: {
        de: 'Die Freigabe des zweiten Standorts schaltet Kanäle des ersten aus und seine eigenen ein. Bis dahin sind diese inaktiv. Eine Testnachricht geht trotzdem.',
        en: 'The release of the second place switches channels of the first off and its own on. Until then, these are inactive. You can still send a test message.',
      },
      about:
        'At which place it is used: everywhere, first or second. A channel of the other place is inactive until that place is released.',
    },
    isActive,
  },
});
