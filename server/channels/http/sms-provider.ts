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
import { toldParameters } from './form.ts';
import { ask, gatewayFields, refused, requireApi, wayOf } from './gateway.ts';
import { checkAddress, type Json, parseJsonObject } from './json-api.ts';

/** A text to send. */
export interface SmsText {
  /** E.164 with +. */
  to: string;
  text: string;
  key: string;
  isUnicode: boolean;
  /** Seconds for which it is useful. */
  seconds: number;
  /** For the provider's reports; null for a test. */
  callback: string | null;
}

/** A request; `path` is relative. */
export interface SmsRequest {
  path: string;
  headers?: Record<string, string>;
  body: Json | URLSearchParams;
}

type Setting = (name: string) => string;

interface SmsProvider {
  label: Label;
  /** The API, for other regions. */
  address: string;
  account: readonly ChannelSetting[];
  /** Absent if the account decides. */
  sender?: { required: boolean; hint: Label };
  gives: Adapter['gives'];
  request(setting: Setting, text: SmsText): SmsRequest;
  /**
   * Parses a successful status; throws a DeliveryError if the body rejects the text. `isRepeated`: an earlier attempt
   * may have arrived.
   */
  taken(answer: Json, said: string, isRepeated: boolean): { externalId?: string; partIds?: string[] };
  /** Meanings of the `code` in the body of an unsuccessful status, where they are more precise than the status. */
  codes?: Readonly<Record<string, Meaning>>;
  receive?: Adapter['receive'];
}

/** Creates an SMS adapter for a known API. */
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

/** Names can't receive replies. */
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

  const send = async ({ recipientId, to, text, key, careful, secondsLeft = day, begin }: Outgoing) => {
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
    const answer = await ask(url, { method: 'POST', headers: { ...fixed, ...headers }, body: content }, way, false);
    const json = parseJsonObject(answer.body) ?? {};
    const said = answer.body.toString('utf8').slice(0, 200);
    if (answer.status < 200 || answer.status >= 300) {
      const meaning = provider.codes?.[wordIn(json, 'code') ?? ''];
      throw meaning ? refusal(meaning, `${answer.status} ${said}`) : refused(answer, false);
    }
    requireApi(answer);
    return provider.taken(json, said, careful);
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

function hiding(secrets: readonly string[], error: DeliveryError): DeliveryError {
  const { kind, reason, retryAfter, broken, policy, answered, detail, cause } = error;
  return new DeliveryError(kind, reason, {
    ...{ broken, policy, answered, cause },
    detail: withoutSecrets(detail ?? '', secrets),
    ...(retryAfter ? { retryAfter } : {}),
  });
}

export type Meaning = [kind: DeliveryError['kind'], reason: DeliveryError['reason'], broken?: boolean];

/** Meanings common to many providers. */
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

/** Converts a provider's code to an error. An unknown code may belong to an accepted text. */
export function refusal(meaning: Meaning | undefined, detail: string): DeliveryError {
  const [kind, reason, broken = false] = meaning ?? meanings.unknown;
  const more = reason === 'channel_limit' ? { retryAfter: 5 } : {};
  return new DeliveryError(kind, reason, { broken, policy: reason === 'message_rejected', detail, ...more });
}

/** Returns the data of a callback, from JSON, a form or the query, where `data[id]` is a member. */
export function toldIn(request: CallbackRequest): Json {
  const { headers, body } = request;
  const text = body.toString('utf8');
  if (/json/.test(String(headers['content-type'] ?? '')) || /^\s*\{/.test(text)) return parseJsonObject(body) ?? {};
  const told: Record<string, unknown> = {};
  for (const [name, value] of toldParameters(request)) {
    const [, outer, inner] = /^([\w-]+)\[([\w-]+)\]$/.exec(name) ?? [];
    if (outer === undefined || inner === undefined) told[name] = value;
    else told[outer] = { ...(typeof told[outer] === 'object' ? told[outer] : {}), [inner]: value };
  }
  return told;
}

export function wordIn(told: Json, name: string): string | null {
  const value = told[name];
  return typeof value === 'number' || (typeof value === 'string' && value !== '') ? String(value) : null;
}
