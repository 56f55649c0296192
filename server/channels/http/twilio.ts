import { createHmac, timingSafeEqual } from 'node:crypto';
import { DeliveryError } from '#server/channels/channel.ts';
import { type CallbackRequest, RequestRefused } from '#server/channels/received.ts';
import type { DeliveryReason } from '#shared/delivery-reasons.ts';

/**
 * Returns the form of a request signed by Twilio: X-Twilio-Signature is the HMAC-SHA1, with the auth token, over the
 * called address and the form sorted by name. Throws RequestRefused.
 */
export function signedForm(request: CallbackRequest, authToken: string): URLSearchParams {
  const form = new URLSearchParams(request.method === 'POST' ? request.body.toString('utf8') : '');
  const given = Buffer.from(String(request.headers['x-twilio-signature'] ?? ''), 'base64');
  const signed = addresses(request.url).some((address) => {
    const expected = signature(address, form, authToken);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!authToken || !signed) throw new RequestRefused('signature');
  return request.method === 'POST' ? form : request.query;
}

/** Returns Twilio's signature of a request. */
export function signature(url: string, form: URLSearchParams, authToken: string): Buffer {
  const names = [...new Set(form.keys())].sort();
  const pairs = names.flatMap((name) => [...new Set(form.getAll(name))].sort().map((value) => name + value));
  return createHmac('sha1', authToken)
    .update(url + pairs.join(''))
    .digest();
}

/** Returns an address with and without default port, because Twilio signs either. */
function addresses(url: string): string[] {
  const match = /^(https?):\/\/(\[[^\]]+\]|[^/:?#]+)(:\d+)?(.*)$/.exec(url);
  if (!match) return [url];
  const [, scheme, host, , rest] = match;
  return [url, `${scheme}://${host}${rest}`, `${scheme}://${host}:${scheme === 'https' ? 443 : 80}${rest}`];
}

type Meaning = [kind: DeliveryError['kind'], reason: DeliveryReason, broken?: boolean];

const misconfigured: Meaning = ['channel', 'channel_misconfigured', true];
const invalid: Meaning = ['permanent', 'address_invalid'];
const rejected: Meaning = ['permanent', 'message_rejected'];
const codes = new Map<number, Meaning>([
  [14107, ['channel', 'channel_limit']], // rate of the sender
  [20003, ['channel', 'channel_credentials', true]],
  [20404, misconfigured], // no such account
  [20429, ['channel', 'channel_limit']],
  [21211, invalid],
  [21217, invalid],
  [21266, invalid], // the sender itself
  [21268, rejected], // premium or information service
  [21614, invalid], // no mobile telephone
  [21635, invalid], // landline
  [21212, misconfigured], // sender
  [21603, misconfigured],
  [21606, misconfigured],
  [21659, misconfigured],
  [21660, misconfigured],
  [21701, misconfigured], // messaging service
  [21703, misconfigured],
  [21605, ['permanent', 'message_too_large']],
  [21617, ['permanent', 'message_too_large']],
  [21408, rejected], // country not permitted
  [21610, rejected], // unsubscribed
  [21612, rejected],
  [21611, ['channel', 'channel_limit']], // queue of the sender is full
  [30001, ['temporary', 'recipient_deferred']],
  [30002, ['channel', 'channel_credentials', true]], // account suspended
  [30003, ['permanent', 'undelivered']],
  [30004, rejected],
  [30005, ['permanent', 'address_unknown']],
  [30006, invalid], // landline
  [30007, rejected],
  [30008, ['permanent', 'undelivered']],
  [30010, rejected], // dearer than the account permits
]);

/** Converts Twilio's error code; undefined if unknown. */
export function errorOfCode(code: number, detail: string): DeliveryError | undefined {
  const meaning = codes.get(code);
  if (!meaning) return undefined;
  const [kind, reason, broken = false] = meaning;
  return new DeliveryError(kind, reason, { broken, detail, ...(reason === 'channel_limit' ? { retryAfter: 5 } : {}) });
}

/** Returns whether a status callback's code means that the ValidityPeriod ended (twilio.com/docs/api/errors/30036). */
export const isExpiry = (code: number): boolean => code === 30036;

/** Returns the failure reason for a status callback's code. */
export const reasonOfCode = (code: number): DeliveryReason => {
  const [kind, reason] = codes.get(code) ?? [];
  return kind === 'permanent' && reason ? reason : 'undelivered';
};
