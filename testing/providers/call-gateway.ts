import type { Adapter } from '#server/channels/channel.ts';
import sms from './sms-gateway.ts';

export default {
  ...sms,
  type: 'voice',
  label: { de: 'Anrufe über das Test-Gateway', en: 'Calls via the test gateway' },
  addresses: ['phone_mobile', 'phone'],
  shape: 'voice',
  cost: () => ({ parts: 1, encoding: null }),
} satisfies Adapter;
