import { type Call, type CallAnswer, CallFailure, call, secondsOf } from '#server/call.ts';
import { DeliveryError, type Values } from '#server/channels/channel.ts';
import type { Allowed } from '#server/network-address.ts';
import type { ChannelSetting } from '#shared/channel-setting.ts';

const timeout = 15_000;

/** The settings of every channel whose gateway is called over HTTP. */
export const gatewayFields = [
  {
    name: 'ownNetwork',
    kind: 'toggle',
    default: false,
    label: { de: 'Gateway im eigenen Netz', en: 'Gateway in your own network' },
    hint: {
      de: 'Erlaubt Adressen im eigenen Netz und http ohne Verschlüsselung.',
      en: 'Permits addresses in your own network, and http without encryption.',
    },
  },
  {
    name: 'maxRequests',
    kind: 'number',
    minimum: 1,
    maximum: 100,
    default: 10,
    label: { de: 'Aufträge gleichzeitig', en: 'Requests at once' },
  },
] as const satisfies readonly ChannelSetting[];

const inside: Record<'true' | 'false', Allowed> = {
  true: { host: () => true, address: () => true },
  false: { host: () => false, address: () => false },
};

/**
 * Hands one message to a gateway; answers what it said with a status of success. `keyed`: the request carries a key, and
 * the gateway takes the same key once, so that an unknown outcome may simply be tried again.
 */
export async function handOver(url: URL, request: Call, settings: Values, keyed: boolean): Promise<CallAnswer> {
  const allowed = inside[settings['ownNetwork'] === true ? 'true' : 'false'];
  const answer = await call(url, request, { allowed, timeout }).catch((cause: unknown) => {
    throw cause instanceof CallFailure ? withoutAnswer(cause, keyed) : cause;
  });
  if (answer.status < 200 || answer.status >= 300) throw refused(answer, keyed);
  return answer;
}

const untold = (keyed: boolean): [DeliveryError['kind'], DeliveryError['reason']] =>
  keyed ? ['temporary', 'connection_lost'] : ['unknown', 'outcome_unknown'];

function withoutAnswer(cause: CallFailure, keyed: boolean): DeliveryError {
  const { reason, begun } = cause;
  if (reason === 'blocked')
    return new DeliveryError('channel', 'channel_misconfigured', { broken: true, detail: reason });
  if (begun) return new DeliveryError(...untold(keyed), { cause, detail: reason });
  if (reason === 'tls') return new DeliveryError('channel', 'channel_tls', { broken: true, cause, detail: reason });
  return new DeliveryError('channel', 'channel_unreachable', { cause, detail: reason });
}

function refused({ status, headers, body }: CallAnswer, keyed: boolean): DeliveryError {
  const detail = `${status} ${wordsOf(body)}`.trim();
  const retryAfter = secondsOf(headers['retry-after']);
  if (status === 429 || (status === 503 && retryAfter !== null))
    return new DeliveryError('channel', 'channel_limit', { retryAfter: retryAfter ?? 5, detail });
  if (status === 503) return new DeliveryError('channel', 'channel_unreachable', { detail });
  if (status === 401 || status === 403)
    return new DeliveryError('channel', 'channel_credentials', { broken: true, detail });
  if (status >= 500 || status === 408 || status === 425) return new DeliveryError(...untold(keyed), { detail });
  return new DeliveryError('permanent', 'message_rejected', { policy: true, detail });
}

/** The beginning of an answer, for an administrator who tests the channel. */
export const wordsOf = (body: Buffer): string =>
  body
    .toString('utf8')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 200);
