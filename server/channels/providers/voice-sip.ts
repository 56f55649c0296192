import type { Arrival } from '#server/channels/arrival.ts';
import type { Adapter, AdapterApp, Hear, Outgoing, Sender, Values } from '#server/channels/channel.ts';
import { openSip } from '#server/channels/sip/send.ts';
import { sipFields } from '#server/channels/sip/setting-fields.ts';
import { checkSipSettings, linesOf, takesOrders, trunkOf } from '#server/channels/sip/settings.ts';
import { firstState, heard, spokenLength } from '#server/channels/voice/script.ts';

/** Calls over a PBX or SIP trunk, with spoken text and answers by keys. */
export default {
  type: 'voice',
  label: { de: 'Anrufe über die eigene Telefonanlage (SIP)', en: 'Calls via your own PBX (SIP)' },
  fields: sipFields,
  addresses: ['phone_mobile', 'phone'],
  shape: 'voice',
  cost: () => ({ parts: 1, encoding: null }),
  gives: { receipts: true, replies: true },
  arrives,
  slots: linesOf,
  unfinished: linesOf,
  check: checkSipSettings,
  trunk: trunkOf,
  takesOrders,
  open: (settings: Values, app: AdapterApp, hear?: Hear): Sender => openSip(settings, app, hear),
} satisfies Adapter;

function arrives(outgoing: Outgoing): Arrival {
  const state = firstState(outgoing, '');
  const kept = spokenLength(outgoing.text);
  const keys = state.options.length;
  return {
    parts: heard(outgoing.text.slice(0, kept), state),
    losses: [
      ...(kept < outgoing.text.length ? [{ kind: 'cut', kept } as const] : []),
      ...(keys < (outgoing.answer?.options.length ?? 0) ? [{ kind: 'options', kept: keys } as const] : []),
    ],
  };
}
