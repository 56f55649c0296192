import { createHash } from 'node:crypto';
import webPush from 'web-push';
import { type AdapterApp, DeliveryError, type Outgoing, type Values } from '#server/channels/channel.ts';
import { devicesGone, devicesRefused, type OpenDevice, openDevices } from '#server/channels/devices/devices.ts';
import { pushKeys } from './keys.ts';
import { newsPath } from './news.ts';
import { payloadOf } from './payload.ts';
import { isAtService } from './services.ts';

const patience = 10_000;
const day = 86_400;

/**
 * Sends to every device of the person; it is handed over when one of them took it. A device that is gone ends, one that is
 * refused is marked for its owner to see. What is still to come may be cut: the same message again replaces itself at the service (topic) and on the device (tag).
 */
export async function sendPush(app: AdapterApp, settings: Values, outgoing: Outgoing): Promise<{ externalId: string }> {
  const contact = String(settings['contact'] ?? '');
  if (!contact) throw new DeliveryError('channel', 'channel_misconfigured', { broken: true });
  const [keys, devices] = await Promise.all([pushKeys(app), openDevices(app, 'webpush', outgoing)]);
  if (!devices.length) throw new DeliveryError('permanent', 'address_unknown', { detail: 'no device' });
  outgoing.begin();
  const sent = await Promise.all(
    devices.map(async (device) => {
      if (!isAtService(device.address, String(settings['services'] ?? '')))
        return new DeliveryError('permanent', 'address_invalid', { detail: 'not one of the push services' });
      const request = requestFor(() => requestTo(app, device, outgoing, { subject: `mailto:${contact}`, ...keys }));
      if (request instanceof DeliveryError) return request;
      return post(request).then(
        (response) => errorOf(response),
        (cause: unknown) => connectionError(cause),
      );
    }),
  );
  await noteFates(app.db, devices, sent);
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

/** What is not sent for the keys of one device says nothing about the others. */
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
): ReturnType<typeof webPush.generateRequestDetails> {
  const news = outgoing.recipientId === null ? null : newsPath(app.secrets, outgoing.key, id);
  return webPush.generateRequestDetails(
    { endpoint: address, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } },
    payloadOf(outgoing, news),
    {
      vapidDetails,
      TTL: Math.max(0, Math.round(outgoing.secondsLeft ?? day)),
      urgency: outgoing.urgent ? 'high' : 'normal',
      topic: createHash('sha256').update(outgoing.key).digest('base64url').slice(0, 32),
      contentEncoding: 'aes128gcm',
    },
  );
}

/** Redirects are not followed: the address was checked, where it leads was not. */
async function post({ endpoint, headers, body }: ReturnType<typeof requestTo>): Promise<Response> {
  const { 'Content-Length': _length, ...rest } = headers;
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)]),
    body: new Uint8Array(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(patience),
  });
  await response.body?.cancel();
  return response;
}

/** What a push service's answer means (RFC 8030); null: it took the message. */
function errorOf({ status, headers }: Response): DeliveryError | null {
  const detail = `HTTP ${status}`;
  if (status >= 200 && status < 300) return null;
  if (status === 404 || status === 410) return new DeliveryError('permanent', 'address_unknown', { detail });
  if (status === 413) return new DeliveryError('permanent', 'message_too_large', { detail });
  // whoever subscribed under another key is refused alone; many in a row are our own key
  if (status === 401 || status === 403)
    return new DeliveryError('permanent', 'channel_credentials', { policy: true, detail });
  const retryAfter = secondsOf(headers.get('retry-after'));
  const wait = retryAfter === null ? { detail } : { retryAfter, detail };
  if (status === 429) return new DeliveryError('channel', 'channel_limit', wait);
  if (status === 503) return new DeliveryError('channel', 'channel_unreachable', wait);
  if (status >= 500 || status === 408 || status === 425)
    return new DeliveryError('temporary', 'recipient_deferred', wait);
  return new DeliveryError('permanent', 'message_rejected', { detail });
}

// Whether it arrived or not: sent again it replaces itself.
function connectionError(cause: unknown): DeliveryError {
  const code = ((cause as Error).cause as { code?: string } | undefined)?.code ?? '';
  const away = /^(ECONNREFUSED|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)/.test(code);
  if (away) return new DeliveryError('channel', 'channel_unreachable', { cause });
  return new DeliveryError('temporary', 'connection_lost', { cause });
}

function secondsOf(retryAfter: string | null): number | null {
  if (!retryAfter) return null;
  const seconds = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000;
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}

const order = ['temporary', 'channel', 'permanent', 'unknown'];

/** Of several devices' failures the one that leaves most to hope for. */
const mostHopeful = (errors: readonly DeliveryError[]): DeliveryError =>
  errors.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))[0]!;
