import { type Arrival, smsArrival } from '#server/channels/arrival.ts';
import type { Adapter, AdapterApp, Hear, Outgoing, Sender, Values } from '#server/channels/channel.ts';
import { isName } from '#server/channels/sender-name.ts';
import { openSmpp } from '#server/channels/smpp/send.ts';
import { checkSettings, fields } from '#server/channels/smpp/settings.ts';
import { mostParts } from '#server/channels/smpp/text.ts';
import { smsSize } from '#shared/sms.ts';

export default {
  type: 'sms',
  label: { de: 'SMS über SMPP', en: 'SMS via SMPP' },
  fields,
  addresses: ['phone_mobile'],
  shape: 'short',
  cost: smsSize,
  arrives,
  gives: { receipts: true, replies: true },
  hears: (settings) => !isName(String(settings['source'] ?? '')),
  slots: (settings) => Number(settings['window'] ?? 10),
  check: checkSettings,
  open: (settings: Values, app: AdapterApp, hear?: Hear): Sender => openSmpp(settings, app, hear),
} satisfies Adapter;

function arrives(outgoing: Outgoing): Arrival {
  const arrival = smsArrival(outgoing);
  return arrival.parts.length > mostParts ? { ...arrival, losses: [{ kind: 'too_long' }] } : arrival;
}
