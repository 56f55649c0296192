import type { ChannelSetting } from '#shared/channel-setting.ts';

/** Whether the certificate of a channel's server is checked. */
export const verifyField = {
  name: 'verify',
  advanced: true,
  kind: 'toggle',
  default: true,
  label: { de: 'Zertifikat prüfen', en: 'Check the certificate' },
  hint: { de: 'Nur für Tests ausschalten.', en: 'Switch off for tests only.' },
} as const satisfies ChannelSetting;
