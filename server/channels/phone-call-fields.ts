import type { ChannelSetting } from '#shared/channel-setting.ts';

/** Repetition, ringing and pauses of calls. */
export const phoneCallFields: readonly ChannelSetting[] = [
  {
    name: 'calls',
    section: { de: 'Anruf', en: 'Call' },
    kind: 'number',
    minimum: 1,
    maximum: 10,
    default: 3,
    label: { de: 'Anrufe je Person höchstens', en: 'Calls per person at most' },
  },
  {
    name: 'pause',
    kind: 'number',
    minimum: 1,
    maximum: 900,
    default: 120,
    label: { de: 'Pause bis zum nächsten Anruf (Sekunden)', en: 'Pause before the next call (seconds)' },
  },
  {
    name: 'ring',
    advanced: true,
    kind: 'number',
    minimum: 5,
    maximum: 120,
    default: 30,
    label: { de: 'So lange läuten (Sekunden)', en: 'Ring for (seconds)' },
  },
];
