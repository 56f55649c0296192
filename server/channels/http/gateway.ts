import { type AdapterApp, DeliveryError, type Values } from '#server/channels/channel.ts';
import { type Call, type CallAnswer, CallFailure, call, secondsOf } from '#server/platform/call.ts';
import { type Allowed, isThisMachine } from '#server/platform/network-address.ts';
import type { ChannelSetting } from '#shared/channel-setting.ts';

export const callFields = [
  {
    name: 'ownNetwork',
    section: { de: 'Verbindung', en: 'Connection' },
    kind: 'toggle',
    default: false,
    label: { de: 'Server im eigenen Netz', en: 'Server in your own network' },
    hint: {
      de: 'Erlaubt Adressen im eigenen Netz und http ohne Verschlüsselung; diesen Rechner selbst nur, wenn der Betreiber es mit LOCAL_CHANNELS erlaubt.',
      en: 'Permits addresses in your own network, and http without encryption. Addresses of this machine also need LOCAL_CHANNELS, set by the operator.',
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

/** The same with parallel messages. */
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

/** The services that permit addresses. */
export type CallingApp = Pick<AdapterApp, 'config'>;

/** A provider's permitted addresses and time limit in milliseconds. */
export interface Way {
  allowed: Allowed;
  timeout: number;
}

/** Default milliseconds for a provider's response. */
export const usualPatience = 15_000;

const outside: Allowed = { host: () => false, address: () => false };
const inside: Allowed = { host: () => true, address: () => true };
const insideNotHere: Allowed = { ...inside, never: isThisMachine };

/**
 * Returns how to call the provider. Administrators may permit the local network, only the operator this machine,
 * because programs on it trust local callers.
 */
export function wayOf(settings: Values, { config }: CallingApp): Way {
  const house = config.LOCAL_CHANNELS ? inside : insideNotHere;
  return {
    allowed: settings['ownNetwork'] === true ? house : outside,
    timeout: Number(settings['timeout'] ?? usualPatience / 1000) * 1000,
  };
}

/**
 * Sends a message to a gateway; returns a successful response. `keyed`: a repeated request has no effect, so an unknown
 * outcome can be retried.
 */
export async function callGateway(url: URL, request: Call, way: Way, keyed: boolean): Promise<CallAnswer> {
  const answer = await ask(url, request, way, keyed);
  if (answer.status < 200 || answer.status >= 300) throw refused(answer, keyed);
  return answer;
}

/** The same, but returns any response. */
export async function ask(url: URL, request: Call, way: Way, keyed: boolean): Promise<CallAnswer> {
  return call(url, request, way).catch((cause: unknown) => {
    throw cause instanceof CallFailure ? withoutAnswer(cause, keyed) : cause;
  });
}

/** Returns how to treat an unknown outcome: retry with the same key if there is one. */
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

/** Converts an unsuccessful status to an error. */
export function refused({ status, headers, body }: CallAnswer, keyed: boolean): DeliveryError {
  const detail = `${status} ${startOfResponse(body)}`.trim();
  const retryAfter = waitOf(headers);
  if (status === 429 || (status === 503 && retryAfter !== null))
    return new DeliveryError('channel', 'channel_limit', { retryAfter: retryAfter ?? 5, detail });
  if (status === 503) return new DeliveryError('channel', 'channel_unreachable', { detail });
  if (status === 401 || status === 403)
    return new DeliveryError('channel', 'channel_credentials', { broken: true, detail });
  if (status >= 500 || status === 408 || status === 425)
    return new DeliveryError(...untold(keyed), { answered: true, detail });
  if (status === 402) return new DeliveryError('channel', 'channel_refused', { broken: true, detail });
  // an address that moved, a proxy, or another server
  if ((status >= 300 && status < 400) || status === 405 || status === 407 || (status === 404 && isWebPage(body)))
    return new DeliveryError('channel', 'channel_misconfigured', { broken: true, detail });
  return new DeliveryError('permanent', 'message_rejected', { policy: true, detail });
}

/** Returns the seconds to wait by Retry-After or the limit's reset. */
function waitOf(headers: CallAnswer['headers']): number | null {
  const told = secondsOf(headers['retry-after']);
  const reset = String(headers['x-ratelimit-reset'] ?? headers['ratelimit-reset'] ?? '');
  if (told !== null || !reset) return told;
  const moment = /^\d{10}$/.test(reset) ? Number(reset) * 1000 : Date.parse(reset);
  return moment > Date.now() ? (moment - Date.now()) / 1000 : null;
}

/** Returns whether a response is a web page, such as a sign-in. */
export const isWebPage = (body: Buffer): boolean =>
  /^(?:\xEF\xBB\xBF)?\s{0,100}(?:<\?xml[^<>]{0,100}\?>\s{0,100})?(?:<!--[^<>]{0,300}-->\s{0,100}){0,2}<(?:!doctype html|html|head|body)\b/i.test(
    body.subarray(0, 500).toString('latin1'),
  );

/** Throws if a response is a web page: the API can't have accepted anything. */
export function requireApi({ status, body }: CallAnswer): void {
  if (status < 200 || status >= 300 || !isWebPage(body)) return;
  const detail = `${status} ${startOfResponse(body)}`;
  throw new DeliveryError('channel', 'channel_misconfigured', { broken: true, detail });
}

export const startOfResponse = (body: Buffer): string =>
  body
    .toString('utf8')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 200);
