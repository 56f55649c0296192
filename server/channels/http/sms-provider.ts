import { smsArrival } from '#server/channels/arrival.ts';
import {
  type Adapter,
  type AdapterApp,
  DeliveryError,
  type Outgoing,
  type Sender,
  type Values,
} from '#server/channels/channel.ts';
import { checkPrices, priceFields } from '#server/channels/price-fields.ts';
import type { CallbackRequest } from '#server/channels/received.ts';
import { isName } from '#server/channels/sender-name.ts';
import { withoutSecrets } from '#server/channels/without-secrets.ts';
import { advanced, type ChannelSetting } from '#shared/channel-setting.ts';
import type { Label } from '#shared/label.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { smsSize } from '#shared/sms.ts';
import { gatewayFields, handOver, wayOf } from './gateway.ts';
import { checkAddress, type Json, jsonOf } from './json-api.ts';

/** A text to hand over. */
export interface SmsText {
  /** E.164 with +. */
  to: string;
  text: string;
  key: string;
  isUnicode: boolean;
  /** For how many seconds it is of use. */
  seconds: number;
  /** Where the provider may report to; null for a test message. */
  callback: string | null;
}

/** A request as the provider wants it; `path` stands behind its address. */
export interface SmsRequest {
  path: string;
  headers?: Record<string, string>;
  body: Json | URLSearchParams;
}

type Setting = (name: string) => string;

interface SmsProvider {
  label: Label;
  /** Of its interface, for houses that use another site of it. */
  address: string;
  /** Besides the sender: account and keys. */
  account: readonly ChannelSetting[];
  /** Left out where the account decides. */
  sender?: { required: boolean; hint: Label };
  gives: Adapter['gives'];
  request(setting: Setting, text: SmsText): SmsRequest;
  /** What a status of success says; throws a DeliveryError when the text was refused all the same. */
  taken(answer: Json, said: string): { externalId?: string };
  receive?: Adapter['receive'];
}

/** SMS via a provider whose interface is known, so that only account and sender are asked for. */
export function smsProvider(provider: SmsProvider): Adapter {
  const secrets = provider.account.flatMap(({ name, secret }) => (secret ? [name] : []));
  return {
    type: 'sms',
    label: provider.label,
    fields: [
      ...provider.account,
      ...(provider.sender ? [senderField(provider.sender)] : []),
      {
        name: 'baseUrl',
        receives: secrets,
        advanced: true,
        kind: 'text',
        maximum: 300,
        default: provider.address,
        label: { de: 'Adresse der Schnittstelle', en: 'Address of the interface' },
      },
      ...advanced(gatewayFields),
      ...priceFields,
    ],
    addresses: ['phone_mobile'],
    shape: 'short',
    cost: smsSize,
    arrives: smsArrival,
    gives: provider.gives,
    ...(provider.gives.replies ? { hears } : {}),
    slots: (settings) => Number(settings['maxRequests'] ?? 10),
    check,
    open: (settings, app) => open(provider, secrets, settings, app),
    ...(provider.receive ? { receive: provider.receive } : {}),
  };
}

const senderField = (sender: { required: boolean; hint: Label }): ChannelSetting => ({
  name: 'from',
  kind: 'text',
  maximum: 20,
  label: { de: 'Absender', en: 'Sender' },
  ...sender,
});

/** Replies come to a number; nobody can write to a name. */
function hears(settings: Values): boolean {
  const from = String(settings['from'] ?? '').trim();
  return from !== '' && !isName(from);
}

function check(settings: Values): Record<string, RefusalKey> {
  const from = String(settings['from'] ?? '').trim();
  const isSender = !from || /^\+?\d{3,15}$/.test(from) || /^(?=.*\p{L})[\p{L}\d .&_-]{1,11}$/u.test(from);
  return {
    ...checkAddress(settings, 'baseUrl'),
    ...(isSender ? {} : { from: 'error_unlike_hint' as const }),
    ...checkPrices(settings),
  };
}

const day = 86_400;
const shortestUse = 60;

function open(provider: SmsProvider, secrets: readonly string[], settings: Values, app: AdapterApp): Sender {
  const setting = (name: string) => String(settings[name] ?? '').trim();
  const base = setting('baseUrl').replace(/(?<!\/)\/+$/, '');
  if (!URL.canParse(base)) throw new DeliveryError('channel', 'channel_misconfigured', { broken: true });
  const way = wayOf(settings, app);
  const hidden = secrets.map(setting).filter(Boolean);

  const send = async ({ recipientId, to, text, key, secondsLeft = day, begin }: Outgoing) => {
    if (!/^\+[1-9]\d{6,14}$/.test(to)) throw new DeliveryError('permanent', 'address_invalid');
    const isUnicode = smsSize(text).encoding === 'UCS-2';
    const seconds = Math.max(shortestUse, Math.round(secondsLeft));
    const callback = recipientId === null ? null : (app.callbackUrl ?? null);
    const { path, headers = {}, body } = provider.request(setting, { to, text, key, isUnicode, seconds, callback });
    const isForm = body instanceof URLSearchParams;
    const content = isForm ? body.toString() : JSON.stringify(body);
    const fixed = {
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'Meldekette',
      'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      'content-length': String(Buffer.byteLength(content)),
    };
    begin();
    const url = new URL(base + path);
    const answer = await handOver(
      url,
      { method: 'POST', headers: { ...fixed, ...headers }, body: content },
      way,
      false,
    );
    return provider.taken(jsonOf(answer.body) ?? {}, answer.body.toString('utf8').slice(0, 200));
  };
  return {
    async send(outgoing) {
      try {
        return await send(outgoing);
      } catch (error) {
        throw error instanceof DeliveryError ? hiding(hidden, error) : error;
      }
    },
    close: async () => {},
  };
}

/** The same error; what the provider repeats of our secrets is left out. */
function hiding(secrets: readonly string[], error: DeliveryError): DeliveryError {
  const { kind, reason, retryAfter, broken, policy, answered, detail, cause } = error;
  return new DeliveryError(kind, reason, {
    ...{ broken, policy, answered, cause },
    detail: withoutSecrets(detail ?? '', secrets),
    ...(retryAfter ? { retryAfter } : {}),
  });
}

/** What a provider's own code for a refusal means. */
export type Meaning = [kind: DeliveryError['kind'], reason: DeliveryError['reason'], broken?: boolean];

/** Meanings that many providers have a code for. */
export const meanings = {
  credentials: ['channel', 'channel_credentials', true],
  misconfigured: ['channel', 'channel_misconfigured', true],
  noCredit: ['channel', 'channel_refused', true],
  busy: ['channel', 'channel_limit'],
  invalidAddress: ['permanent', 'address_invalid'],
  tooLarge: ['permanent', 'message_too_large'],
  rejected: ['permanent', 'message_rejected'],
  unknown: ['unknown', 'outcome_unknown'],
} as const satisfies Record<string, Meaning>;

/** A refusal by the provider's code. A code that nobody expected may stand for a text that was taken. */
export function refusal(meaning: Meaning | undefined, detail: string): DeliveryError {
  const [kind, reason, broken = false] = meaning ?? meanings.unknown;
  const more = reason === 'channel_limit' ? { retryAfter: 5 } : {};
  return new DeliveryError(kind, reason, { broken, policy: reason === 'message_rejected', detail, ...more });
}

/** What a provider told below its callback address, as JSON or as the parameters of a form or an address. */
export function toldIn({ headers, query, body }: CallbackRequest): Json {
  const text = body.toString('utf8');
  if (/json/.test(String(headers['content-type'] ?? '')) || /^\s*\{/.test(text)) return jsonOf(body) ?? {};
  return Object.fromEntries([...query, ...new URLSearchParams(text)]);
}

/** A member of what was told as text; null when it is none, or empty. */
export function wordIn(told: Json, name: string): string | null {
  const value = told[name];
  return typeof value === 'number' || (typeof value === 'string' && value !== '') ? String(value) : null;
}
