import { createHash } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import type webPush from 'web-push';
import { type AdapterApp, DeliveryError, type Outgoing, type Values } from '#server/channels/channel.ts';
import { devicesGone, devicesRefused, type OpenDevice, openDevices } from '#server/channels/devices/devices.ts';
import { startOfResponse, wayOf } from '#server/channels/http/gateway.ts';
import { filledText, parseJsonObject } from '#server/channels/http/json-api.ts';
import { type CallAnswer, CallFailure, call, secondsOf } from '#server/platform/call.ts';
import { pushKeys } from './keys.ts';
import { loadWebPush } from './load-library.ts';
import { newsPath } from './news.ts';
import { payloadOf } from './payload.ts';
import { isAtService } from './services.ts';

const patience = 10;
const day = 86_400;

/**
 * Sends to all devices; one acceptance suffices. Ends devices that are gone, marks rejected ones. A repetition replaces
 * the message at the service (topic) and device (tag).
 */
export async function sendPush(
  app: AdapterApp,
  settings: Values,
  outgoing: Outgoing,
  lines: PushLines,
): Promise<{ externalId: string }> {
  const contact = String(settings['contact'] ?? '');
  if (!contact) throw new DeliveryError('channel', 'channel_misconfigured', { broken: true });
  const [keys, devices, library] = await Promise.all([
    pushKeys(app),
    openDevices(app, 'webpush', outgoing),
    loadWebPush(),
  ]);
  if (!devices.length) throw new DeliveryError('permanent', 'address_unknown');
  outgoing.begin();
  const sent = await Promise.all(
    devices.map(async (device) => {
      if (!isAtService(device.address, String(settings['services'] ?? '')))
        return new DeliveryError('permanent', 'address_invalid', { detail: 'not one of the push services' });
      const request = requestFor(() =>
        library.generateRequestDetails(...requestTo(app, device, outgoing, { subject: `mailto:${contact}`, ...keys })),
      );
      if (request instanceof DeliveryError) return request;
      return post(app, request, lines);
    }),
  );
  await noteFates(app.db, devices, sent);
  for (const [at, error] of sent.entries())
    if (error)
      app.log.info({ event: 'push_refused', device: devices[at]!.id, reason: error.reason, detail: error.detail });
  const errors = sent.filter((error) => error !== null);
  if (errors.length === sent.length) throw mostHopeful(errors);
  return { externalId: outgoing.key };
}

async function noteFates(db: AdapterApp['db'], devices: OpenDevice[], sent: (DeliveryError | null)[]): Promise<void> {
  const which = (is: (device: OpenDevice, error: DeliveryError | null) => boolean) =>
    devices.flatMap((device, at) => (is(device, sent[at]!) ? [device.id] : []));
  await devicesGone(
    db,
    which((_, error) => error?.reason === 'address_unknown'),
  );
  const refused = which(({ isRefused }, error) => !isRefused && error?.reason === 'channel_credentials');
  await devicesRefused(db, refused, true);
  const takes = which(({ isRefused }, error) => isRefused && error === null);
  await devicesRefused(db, takes, false);
}

/** One device's invalid keys don't affect others. */
function requestFor<T>(make: () => T): T | DeliveryError {
  try {
    return make();
  } catch (cause) {
    return new DeliveryError('permanent', 'address_invalid', { cause, detail: 'keys that nothing can be sealed for' });
  }
}

function requestTo(
  app: AdapterApp,
  { id, address, keys }: OpenDevice,
  outgoing: Outgoing,
  vapidDetails: { subject: string; publicKey: string; privateKey: string },
): Parameters<typeof webPush.generateRequestDetails> {
  const news = outgoing.recipientId === null ? null : newsPath(app.secrets, outgoing.key, id);
  return [
    { endpoint: address, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } },
    payloadOf(outgoing, news),
    {
      vapidDetails,
      TTL: Math.max(0, Math.round(outgoing.secondsLeft ?? day)),
      urgency: outgoing.urgent ? 'high' : 'normal',
      topic: createHash('sha256').update(outgoing.key).digest('base64url').slice(0, 32),
      contentEncoding: 'aes128gcm',
    },
  ];
}

/** Reusable connections to push services while the channel is open. */
export interface PushLines {
  agents: Record<string, http.Agent>;
  close(): void;
}

// without a limit, an agent ignores the service's announced end of a connection
const kept = { keepAlive: true, timeout: patience * 1000 };

/** Each connection is dropped before its service closes it. */
export function openLines(): PushLines {
  const agents = { 'http:': new http.Agent(kept), 'https:': new https.Agent(kept) };
  return {
    agents,
    close() {
      for (const agent of Object.values(agents)) {
        agent.maxFreeSockets = 0; // requests in progress finish
        for (const idle of Object.values(agent.freeSockets).flat()) idle?.destroy();
      }
    },
  };
}

/** Calls with the same restrictions as other providers. */
async function post(
  app: AdapterApp,
  { endpoint, headers, body }: ReturnType<typeof webPush.generateRequestDetails>,
  { agents }: PushLines,
): Promise<DeliveryError | null> {
  const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const way = wayOf({ ownNetwork: true, timeout: patience }, app);
  return call(new URL(endpoint), { method: 'POST', headers: given, body }, { ...way, agents }).then(
    (answer) => errorOf(answer),
    (cause: unknown) => connectionError(cause),
  );
}

// Apple's reasons: the device is gone; our key or contact address is rejected
const goneReasons = ['BadDeviceToken', 'Unregistered', 'ExpiredToken', 'DeviceTokenNotForTopic'];
const keyReasons = /^(?:Vapid|BadJwt|[A-Za-z]{0,20}ProviderToken|BadAuthorization|BadCertificate|BadWebPushTopic)/;

function appleReason(body: Buffer): string {
  const reason = filledText(parseJsonObject(body)?.['reason']) ?? '';
  return /^[A-Za-z]{1,60}$/.test(reason) ? reason : '';
}

/** Converts a response (RFC 8030); null if accepted. */
function errorOf({ status, headers, body }: CallAnswer): DeliveryError | null {
  const detail = `HTTP ${status} ${startOfResponse(body)}`.trim();
  if (status >= 200 && status < 300) return null;
  const reason = appleReason(body);
  if (status === 404 || status === 410 || goneReasons.includes(reason))
    return new DeliveryError('permanent', 'address_unknown', { detail });
  if (status === 413) return new DeliveryError('permanent', 'message_too_large', { detail });
  // many in a row mean our own key
  if (status === 401 || status === 403 || keyReasons.test(reason))
    return new DeliveryError('permanent', 'channel_credentials', { policy: true, detail });
  const retryAfter = secondsOf(headers['retry-after']);
  const wait = retryAfter === null ? { detail } : { retryAfter, detail };
  if (status === 429) return new DeliveryError('channel', 'channel_limit', wait);
  if (status === 503) return new DeliveryError('channel', 'channel_unreachable', wait);
  if (status >= 500 || status === 408 || status === 425)
    return new DeliveryError('temporary', 'recipient_deferred', wait);
  return new DeliveryError('permanent', 'message_rejected', { detail });
}

// Retries, because a repetition replaces itself.
function connectionError(cause: unknown): DeliveryError {
  if (!(cause instanceof CallFailure)) throw cause;
  const { reason: detail, begun } = cause;
  if (detail === 'blocked') return new DeliveryError('channel', 'channel_misconfigured', { broken: true, detail });
  if (!begun) return new DeliveryError('channel', 'channel_unreachable', { cause, detail });
  return new DeliveryError('temporary', 'connection_lost', { cause, detail });
}

const order = ['temporary', 'channel', 'permanent', 'unknown'];

/** Returns the least final error. */
const mostHopeful = (errors: readonly DeliveryError[]): DeliveryError =>
  errors.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))[0]!;
