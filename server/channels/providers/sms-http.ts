import { smsArrival } from '#server/channels/arrival.ts';
import {
  type Adapter,
  type AdapterApp,
  DeliveryError,
  type Outgoing,
  type Sender,
  type Values,
} from '#server/channels/channel.ts';
import { templateFields } from '#server/channels/http/fields.ts';
import {
  callGateway,
  requireApi,
  startOfResponse,
  untold,
  usualPatience,
  wayOf,
} from '#server/channels/http/gateway.ts';
import { isPattern, isQuickPattern } from '#server/channels/http/pattern.ts';
import { fillTemplate, idIn, matchesPattern, type TemplatePlace } from '#server/channels/http/template.ts';
import { readTold, stateTable } from '#server/channels/http/told.ts';
import { checkPrices } from '#server/channels/price-fields.ts';
import { isName } from '#server/channels/sender-name.ts';
import { withoutSecrets } from '#server/channels/without-secrets.ts';
import type { CallAnswer } from '#server/platform/call.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { smsSize } from '#shared/sms.ts';

export default {
  type: 'sms',
  label: { de: 'SMS über ein HTTP-Gateway', en: 'SMS via an HTTP gateway' },
  fields: templateFields,
  addresses: ['phone_mobile'],
  shape: 'short',
  cost: smsSize,
  arrives: smsArrival,
  gives: { receipts: true, replies: true },
  hears,
  slots: (settings) => Number(settings['maxRequests'] ?? 10),
  check,
  open,
  receive: readTold,
} satisfies Adapter;

/** Needs a reply format and a sender that isn't a name. */
function hears(settings: Values): boolean {
  return Boolean(settings['replyFrom'] && settings['replyText']) && !isName(String(settings['from'] ?? ''));
}

function check(settings: Values): Record<string, RefusalKey> {
  const setting = (name: string) => String(settings[name] ?? '').trim();
  const faults = checkPrices(settings);
  const idAt = setting('idAt');
  const pattern = /^regex:(.*)$/.exec(idAt)?.[1];
  if (!URL.canParse(setting('url'))) faults['url'] = 'error_invalid_url';
  if (!headersOf(setting('headers'))) faults['headers'] = 'error_unlike_hint';
  if (!stateTable(setting('states'))) faults['states'] = 'error_unlike_hint';
  for (const name of ['success', 'refusal']) if (!isQuickPattern(setting(name))) faults[name] = 'error_unlike_hint';
  if (idAt && !/^(?:body|key|json:.+|regex:.+)$/.test(idAt)) faults['idAt'] = 'error_unlike_hint';
  if (pattern !== undefined && !isQuickPattern(pattern)) faults['idAt'] = 'error_unlike_hint';
  return faults;
}

const day = 86_400;
const types: Record<string, string> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  xml: 'text/xml; charset=utf-8',
};

function open(settings: Values, app: AdapterApp): Sender {
  const setting = (name: string) => String(settings[name] ?? '').trim();
  const [url, method, bodyKind, secret] = ['url', 'method', 'bodyKind', 'secret'].map(setting) as [
    string,
    string,
    string,
    string,
  ];
  const headers = headersOf(setting('headers'));
  const patterns = [setting('success'), setting('refusal'), /^regex:(.*)$/.exec(setting('idAt'))?.[1] ?? ''];
  if (!URL.canParse(url) || !headers || !stateTable(setting('states')) || !patterns.every(isPattern))
    throw new DeliveryError('channel', 'channel_misconfigured', { broken: true });
  const own = {
    from: setting('from'),
    user: setting('user'),
    secret,
    basic: Buffer.from(`${setting('user')}:${secret}`).toString('base64'),
    callback: app.callbackUrl ?? '',
  };
  const where = setting('idAt');
  const way = wayOf(settings, app);

  const send = async ({ to, text, key, secondsLeft = day, begin }: Outgoing): Promise<{ externalId?: string }> => {
    if (!/^\+[1-9]\d{6,14}$/.test(to)) throw new DeliveryError('permanent', 'address_invalid');
    const coding = smsSize(text).encoding === 'UCS-2' ? '2' : '0';
    const seconds = String(Math.max(60, Math.round(secondsLeft)));
    const values = { ...own, to, number: to.slice(1), text, key, coding, seconds };
    const place: TemplatePlace = bodyKind === 'form' || bodyKind === 'xml' ? bodyKind : 'json';
    const body = method === 'GET' ? undefined : fillTemplate(setting('body'), values, place);
    const filled = headers.map(([name, value]) => [name, fillTemplate(value, values, 'plain')] as const);
    const request = {
      method: method === 'GET' || method === 'PUT' ? method : 'POST',
      headers: {
        'accept-encoding': 'identity',
        ...(body === undefined
          ? {}
          : { 'content-type': types[place]!, 'content-length': String(Buffer.byteLength(body)) }),
        ...Object.fromEntries(filled),
      },
      body,
    } as const;
    const target = new URL(fillTemplate(url, values, 'url'));
    begin();
    const answer = await callGateway(target, request, way, settings['keyed'] === true);
    requireSuccess(answer, setting('success'), setting('refusal'), settings['keyed'] === true);
    // words of success are the operator's own knowledge
    if (where.startsWith('json:') && !setting('success')) requireApi(answer);
    const externalId = where === 'key' ? key : idIn(answer.body.toString('utf8'), where);
    return externalId ? { externalId } : {};
  };
  return {
    ...(way.timeout > usualPatience ? { patience: way.timeout } : {}),
    async send(outgoing) {
      try {
        return await send(outgoing);
      } catch (error) {
        if (!(error instanceof DeliveryError)) throw error;
        // reports with our key find the message anyway
        throw without(secret, error, error.kind === 'unknown' && where === 'key' ? outgoing.key : null);
      }
    },
    close: async () => {},
  };
}

/** Throws if a successful status carries a refusal. Unexpected words may mean acceptance, except on a web page. */
function requireSuccess(answer: CallAnswer, success: string, refusal: string, keyed: boolean): void {
  const { body } = answer;
  const text = body.toString('utf8');
  if (refusal && matchesPattern(text, refusal))
    throw new DeliveryError('permanent', 'message_rejected', { policy: true, detail: startOfResponse(body) });
  if (!success || matchesPattern(text, success)) return;
  requireApi(answer);
  throw new DeliveryError(...untold(keyed), { detail: startOfResponse(body) });
}

/** Parses headers, one per line; null if invalid or with a multi-line text. */
function headersOf(lines: string): [string, string][] | null {
  const headers = lines.split('\n').flatMap((line) => (line.trim() ? [/^([\w-]+)\s*:\s*(.*)$/.exec(line.trim())] : []));
  if (headers.some((match) => !match || /\{text\}/.test(match[2]!))) return null;
  return headers.map((match) => [match![1]!.toLowerCase(), match![2]!]);
}

function without(secret: string, error: DeliveryError, externalId: string | null): DeliveryError {
  const { kind, reason, retryAfter, broken, policy, answered, detail, cause } = error;
  return new DeliveryError(kind, reason, {
    broken,
    policy,
    answered,
    detail: withoutSecrets(detail ?? '', [secret]),
    cause,
    ...(retryAfter ? { retryAfter } : {}),
    ...(externalId ? { externalId } : {}),
  });
}
