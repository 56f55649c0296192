import { type AdapterApp, DeliveryError, type Values } from '#server/channels/channel.ts';
import { type Call, type CallAnswer, CallFailure, call, secondsOf } from '#server/platform/call.ts';
import { type Allowed, isThisMachine } from '#server/platform/network-address.ts';
import type { ChannelSetting } from '#shared/channel-setting.ts';

/** The settings of every channel whose provider is called over HTTP. */
export const callFields = [
  {
    name: 'ownNetwork',
    section: { de: 'Verbindung', en: 'Connection' },
    kind: 'toggle',
    default: false,
    label: { de: 'Server im eigenen Netz', en: 'Server in your own network' },
    hint: {
      de: 'Erlaubt Adressen im eigenen Netz und http ohne Verschlüsselung; diesen Rechner selbst nur, wenn der Betreiber es mit LOCAL_CHANNELS erlaubt.',
      en: 'Permits addresses in your own network, and http without encryption; this very machine only if whoever runs the program permits it with LOCAL_CHANNELS.',
    },
  },
  {
    name: 'timeout',
    advanced: true,
    kind: 'number',
    minimum: 1,
    maximum: 60,
    default: 15,
    label: { de: 'Sekunden bis zur Antwort', en: 'Seconds until the answer' },
  },
] as const satisfies readonly ChannelSetting[];

/** The same, where several messages may go out at once. */
export const gatewayFields = [
  ...callFields,
  {
    name: 'maxRequests',
    advanced: true,
    kind: 'number',
    minimum: 1,
    maximum: 100,
    default: 10,
    label: { de: 'Aufträge gleichzeitig', en: 'Requests at once' },
  },
] as const satisfies readonly ChannelSetting[];

/** What decides where a provider may be. */
export type CallingApp = Pick<AdapterApp, 'config'>;

/** How a provider is called: where it may be, and how many milliseconds its answer may take. */
export interface Way {
  allowed: Allowed;
  timeout: number;
}

/** How many milliseconds an answer may take where nobody says otherwise. */
export const usualPatience = 15_000;

const outside: Allowed = { host: () => false, address: () => false };
const inside: Allowed = { host: () => true, address: () => true };
const insideNotHere: Allowed = { ...inside, never: isThisMachine };

/**
 * How the provider of these settings is called. Administrators decide whether it may be in the own network; that this very
 * machine is part of that, where other programs trust whoever calls, only who runs the program.
 */
export function wayOf(settings: Values, { config }: CallingApp): Way {
  const house = config.LOCAL_CHANNELS ? inside : insideNotHere;
  return {
    allowed: settings['ownNetwork'] === true ? house : outside,
    timeout: Number(settings['timeout'] ?? usualPatience / 1000) * 1000,
  };
}

/**
 * Hands one message to a gateway; answers what it said with a status of success. `keyed`: the request carries a key, and
 * the gateway takes the same key once, so that an unknown outcome may simply be tried again.
 */
export async function handOver(url: URL, request: Call, way: Way, keyed: boolean): Promise<CallAnswer> {
  const answer = await ask(url, request, way, keyed);
  if (answer.status < 200 || answer.status >= 300) throw refused(answer, keyed);
  return answer;
}

/** The same, for whom the words of a refusal say more than its status: answers whatever came back. */
export async function ask(url: URL, request: Call, way: Way, keyed: boolean): Promise<CallAnswer> {
  return call(url, request, way).catch((cause: unknown) => {
    throw cause instanceof CallFailure ? withoutAnswer(cause, keyed) : cause;
  });
}

/** What an outcome is that nobody knows: the same key may simply be tried again. */
export const untold = (keyed: boolean): [DeliveryError['kind'], DeliveryError['reason']] =>
  keyed ? ['temporary', 'connection_lost'] : ['unknown', 'outcome_unknown'];

function withoutAnswer(cause: CallFailure, keyed: boolean): DeliveryError {
  const { reason, begun } = cause;
  if (reason === 'blocked')
    return new DeliveryError('channel', 'channel_misconfigured', { broken: true, detail: reason });
  if (begun) return new DeliveryError(...untold(keyed), { cause, detail: reason });
  if (reason === 'tls') return new DeliveryError('channel', 'channel_tls', { broken: true, cause, detail: reason });
  return new DeliveryError('channel', 'channel_unreachable', { cause, detail: reason });
}

/** What a status other than success means. */
export function refused({ status, headers, body }: CallAnswer, keyed: boolean): DeliveryError {
  const detail = `${status} ${wordsOf(body)}`.trim();
  const retryAfter = waitOf(headers);
  if (status === 429 || (status === 503 && retryAfter !== null))
    return new DeliveryError('channel', 'channel_limit', { retryAfter: retryAfter ?? 5, detail });
  if (status === 503) return new DeliveryError('channel', 'channel_unreachable', { detail });
  if (status === 401 || status === 403)
    return new DeliveryError('channel', 'channel_credentials', { broken: true, detail });
  if (status >= 500 || status === 408 || status === 425)
    return new DeliveryError(...untold(keyed), { answered: true, detail });
  return new DeliveryError('permanent', 'message_rejected', { policy: true, detail });
}

/** Seconds to wait by Retry-After, else until the moment when the limit is counted anew. */
function waitOf(headers: CallAnswer['headers']): number | null {
  const told = secondsOf(headers['retry-after']);
  const reset = String(headers['x-ratelimit-reset'] ?? headers['ratelimit-reset'] ?? '');
  if (told !== null || !reset) return told;
  const moment = /^\d{10}$/.test(reset) ? Number(reset) * 1000 : Date.parse(reset);
  return moment > Date.now() ? (moment - Date.now()) / 1000 : null;
}

/** The beginning of an answer, for an administrator who tests the channel. */
export const wordsOf = (body: Buffer): string =>
  body
    .toString('utf8')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 200);
