import type { Arrival, ArrivalApp } from '#server/channels/arrival.ts';
import {
  type Adapter,
  type AdapterApp,
  DeliveryError,
  type Hear,
  type Outgoing,
  type Sender,
  type Values,
} from '#server/channels/channel.ts';
import { gatewayFields } from '#server/channels/http/gateway.ts';
import { signedForm } from '#server/channels/http/twilio.ts';
import {
  accountFields,
  accountOf,
  baseField,
  checkAccount,
  isNumber,
  settingText,
} from '#server/channels/http/twilio-account.ts';
import { phoneCallFields } from '#server/channels/phone-call-fields.ts';
import { callPriceFields } from '#server/channels/price-fields.ts';
import { type CallbackRequest, type Received, RequestRefused } from '#server/channels/received.ts';
import { type CallEnd, makeCall } from '#server/channels/voice/follow.ts';
import { readMenu } from '#server/channels/voice/menu.ts';
import {
  firstState,
  hangUp,
  heard,
  largestRecipient,
  minutesAsked,
  opening,
  parseCallState,
  repeated,
  spoken,
  thanked,
} from '#server/channels/voice/script.ts';
import { advanced } from '#shared/channel-setting.ts';
import { defaultLanguage } from '#shared/languages.ts';

const voiceHint = {
  de: 'Wie Twilio sie nennt, zum Beispiel Polly.Vicki oder Polly.Amy; leer: Twilios übliche.',
  en: 'Twilio’s name for it, for example Polly.Vicki or Polly.Amy; empty: Twilio’s default.',
};

export default {
  type: 'voice',
  label: { de: 'Anrufe über Twilio', en: 'Calls via Twilio' },
  fields: [
    ...accountFields,
    {
      name: 'from',
      kind: 'text',
      required: true,
      maximum: 30,
      label: { de: 'Anrufernummer (From)', en: 'Caller number (From)' },
      hint: { de: 'Eine Nummer mit +, die das Konto verwenden darf.', en: 'A number with + that the account may use.' },
    },
    baseField,
    ...phoneCallFields,
    {
      name: 'lines',
      advanced: true,
      kind: 'number',
      minimum: 1,
      maximum: 100,
      default: 30,
      label: { de: 'Anrufe gleichzeitig', en: 'Calls at once' },
      hint: {
        de: 'So viele Gespräche dürfen zugleich laufen oder läuten. Twilio beginnt einen Anruf je Sekunde, wenn nichts anderes vereinbart ist.',
        en: 'The most calls that ring or are connected at the same time. Twilio starts one call a second unless agreed otherwise.',
      },
    },
    {
      name: 'voice_de',
      advanced: true,
      kind: 'text',
      maximum: 60,
      label: { de: 'Stimme für Deutsch', en: 'Voice for German' },
      hint: voiceHint,
    },
    {
      name: 'voice_en',
      advanced: true,
      kind: 'text',
      maximum: 60,
      label: { de: 'Stimme für Englisch', en: 'Voice for English' },
      hint: voiceHint,
    },
    ...advanced(gatewayFields),
    ...callPriceFields,
  ],
  addresses: ['phone_mobile', 'phone'],
  shape: 'voice',
  cost: () => ({ parts: 1, encoding: null }),
  gives: { receipts: true, replies: true, calls: true },
  arrives,
  slots: (settings) => Math.min(Number(settings['maxRequests'] ?? 10), linesOf(settings)),
  unfinished: linesOf,
  check: (settings) => ({
    ...checkAccount(settings),
    ...(isNumber(settingText(settings, 'from')) ? {} : { from: 'error_unlike_hint' as const }),
  }),
  open,
  receive,
} satisfies Adapter;

function linesOf(settings: Values): number {
  return Number(settings['lines'] ?? 30);
}

function open(settings: Values, app: AdapterApp, hear?: Hear): Sender {
  const account = accountOf(settings, 'Calls', app);
  const from = settingText(settings, 'from');
  if (!account || !from) throw new DeliveryError('channel', 'channel_misconfigured', { broken: true });
  return {
    async send(outgoing: Outgoing) {
      if (!/^\+[1-9]\d{6,14}$/.test(outgoing.to)) throw new DeliveryError('permanent', 'address_invalid');
      const form = new URLSearchParams({
        To: outgoing.to,
        From: from,
        Twiml: instructions(outgoing, settings, app.callbackUrl),
        Timeout: String(settings['ring'] ?? 30),
        MachineDetection: 'Enable',
        AsyncAmd: 'true', // start the text immediately after pickup
      });
      if (app.callbackUrl) form.set('StatusCallback', `${app.callbackUrl}/ended?k=${encodeURIComponent(outgoing.key)}`);
      const end = await makeCall(account, form, outgoing, app);
      const failure = failureOf(end.how, outgoing.attempt ?? 1, settings);
      if (failure) throw failure;
      if (end.how === 'human')
        await hear?.({ receipts: [{ externalId: end.externalId, status: 'delivered' }], replies: [] });
      return { externalId: end.externalId };
    },
    close: async () => {},
  };
}

function arrives(outgoing: Outgoing, settings: Values, { publicUrl }: ArrivalApp): Arrival {
  const state = firstState({ ...outgoing, recipientId: largestRecipient }, voiceOf(settings, outgoing));
  const text = spoken(outgoing.text, state, `${publicUrl}${'x'.repeat(longestCallbackPath)}`);
  const [kept, keys] = [text.length, state.options.length];
  return {
    parts: heard(text, state),
    losses: [
      ...(kept < outgoing.text.length ? [{ kind: 'cut', kept } as const] : []),
      ...(keys < (outgoing.answer?.options.length ?? 0) ? [{ kind: 'options', kept: keys } as const] : []),
    ],
  };
}

/** Without a callback address, the call asks nothing. */
function instructions(outgoing: Outgoing, settings: Values, callback: string | undefined): string {
  const state = firstState(callback ? outgoing : { ...outgoing, answer: null }, voiceOf(settings, outgoing));
  return opening(spoken(outgoing.text, state, callback ?? ''), state, callback ?? '');
}

const longestCallbackPath = 100;

const voiceOf = (settings: Values, { language = defaultLanguage }: Outgoing): string =>
  settingText(settings, `voice_${language}`);

/** Returns why a call didn't reach the person. Repeats it after a pause, within limits. */
function failureOf(end: CallEnd, attempt: number, settings: Values): DeliveryError | null {
  const reason = ({ busy: 'line_busy', 'no-answer': 'no_answer', machine: 'answering_machine' } as const)[
    end as 'busy'
  ];
  if (end === 'failed' || end === 'canceled') return new DeliveryError('permanent', 'undelivered', { detail: end });
  if (!reason) return null;
  if (attempt >= Number(settings['calls'] ?? 3)) return new DeliveryError('permanent', reason, { detail: end });
  return new DeliveryError('temporary', reason, { retryAfter: Number(settings['pause'] ?? 120), detail: end });
}

/**
 * Parses a callback: the end of a call, keys of an incoming order, or an answer, which counts immediately. The response
 * contains the next instructions. The signature covers the address, so its recipient is the called one.
 */
function receive(request: CallbackRequest, settings: Values): Received {
  const form = signedForm(request, settingText(settings, 'authToken'));
  if (/^call(?:\/|$)/.test(request.path)) return readMenu(request, form, settings);
  if (request.path === 'ended') return over(request, form);
  const state = parseCallState(request.query.get('s') ?? '');
  const [call, to, digits] = [form.get('CallSid'), form.get('To'), form.get('Digits') ?? ''];
  if (!state || !call || !to) throw new RequestRefused('content');
  const callback = request.url.replace(/\/(keys|minutes)(\?.*)?$/, '');
  const heard = (text: string, what: string, next: string): Received => ({
    receipts: [{ externalId: call, status: 'read' }],
    replies: [
      {
        id: `${call}/${what}${state.given ? `-${state.given}` : ''}`,
        from: to,
        text: marked(text, state.replyCode),
        inReplyTo: call,
        ...(state.recipient === undefined ? {} : { recipientId: state.recipient }),
      },
    ],
    response: { type: 'text/xml; charset=utf-8', body: next },
  });
  const nothing = (next: string): Received => ({
    receipts: [],
    replies: [],
    response: { type: 'text/xml; charset=utf-8', body: next },
  });
  if (request.path === 'keys') {
    const option = state.options.find(({ key }) => key === digits);
    if (!option && digits === '' && state.given) return nothing(hangUp(state));
    if (!option) return nothing(repeated(state, callback, digits !== ''));
    const next = option.askMinutes ? minutesAsked(state, option.code, callback) : thanked(state, callback);
    return heard(option.code, `answer-${option.code}`, next);
  }
  if (request.path !== 'minutes' || !state.chosen) throw new RequestRefused('content');
  if (!/^\d{1,4}$/.test(digits)) return nothing(thanked(state, callback));
  return heard(`${state.chosen} ${Number(digits)}`, `minutes-${state.chosen}`, thanked(state, callback));
}

/** Triggers a check of the call's end with the provider. */
function over({ query }: CallbackRequest, form: URLSearchParams): Received {
  const key = query.get('k') ?? '';
  if (!form.get('CallSid') || !/^[\w.]{1,60}$/.test(key)) throw new RequestRefused('content');
  return { receipts: [], replies: [], ended: [key] };
}

const marked = (text: string, code: string | null): string => (code ? `${text} #${code}` : text);
