import type { Arrival } from '#server/channels/arrival.ts';
import {
  type Adapter,
  type AdapterApp,
  DeliveryError,
  type Hear,
  type Outgoing,
  type Sender,
  type SendResult,
  type Values,
} from '#server/channels/channel.ts';
import { gatewayFields, refused, startOfResponse, wayOf } from '#server/channels/http/gateway.ts';
import { type Json, type JsonApi, jsonApi, memberOf } from '#server/channels/http/json-api.ts';
import { postText, threadArrival, threadParts } from '#server/channels/social/thread.ts';
import { messageId, receiveUpdate } from '#server/channels/telegram/updates.ts';
import { keepWebhook } from '#server/channels/telegram/webhook.ts';
import { advanced } from '#shared/channel-setting.ts';

const limit = { limit: 4096, length: (text: string) => text.length };
const longestData = 64;

/** Messages of a Telegram bot to people, with answers as buttons. */
export default {
  type: 'chat',
  label: { de: 'Telegram-Bot', en: 'Telegram bot' },
  fields: [
    {
      name: 'botToken',
      kind: 'text',
      required: true,
      secret: true,
      label: { de: 'Token des Bots', en: "The bot's token" },
      hint: { de: 'Von @BotFather, zum Beispiel 123456:ABC…', en: 'From @BotFather, such as 123456:ABC…' },
    },
    {
      name: 'url',
      receives: ['botToken'],
      advanced: true,
      kind: 'text',
      default: 'https://api.telegram.org',
      required: true,
      label: { de: 'Adresse der Schnittstelle', en: 'Address of the interface' },
    },
    ...advanced(gatewayFields),
  ],
  addresses: ['telegram'],
  shape: 'notice',
  cost: null,
  gives: { receipts: false, replies: true },
  arrives,
  slots: (settings) => Number(settings['maxRequests'] ?? 10),
  open,
  receive: receiveUpdate,
} satisfies Adapter;

function open(settings: Values, app: AdapterApp, hear?: Hear): Sender {
  const token = String(settings['botToken'] ?? '');
  if (!/^\d+:[\w-]+$/.test(token)) throw new DeliveryError('channel', 'channel_misconfigured', { broken: true });
  const address = `${String(settings['url'] ?? '').replace(/(?<!\/)\/+$/, '')}/bot${token}`;
  const api = jsonApi(address, wayOf(settings, app));
  const closing = new AbortController();
  const { callbackUrl: url } = app;
  if (hear && url) void keepWebhook({ api, hear, token, url, app, signal: closing.signal });
  return {
    send: (outgoing) => send(api, outgoing),
    close: async () => closing.abort(),
  };
}

function textWithLink({ answer, subject, text }: Outgoing): string {
  const link = answer && !text.includes(answer.url) ? answer.url : null;
  return [postText({ subject, text }), link].filter(Boolean).join('\n\n');
}

const buttonsOf = (answer: Outgoing['answer']) =>
  (answer?.options ?? []).filter(({ code }) => Buffer.byteLength(code) <= longestData);

function arrives(outgoing: Outgoing): Arrival {
  const arrival = threadArrival(textWithLink(outgoing), limit);
  const kept = buttonsOf(outgoing.answer).length;
  const isWhole = kept === (outgoing.answer?.options.length ?? 0);
  return isWhole ? arrival : { ...arrival, losses: [...(arrival.losses ?? []), { kind: 'options', kept }] };
}

async function send(api: JsonApi, outgoing: Outgoing): Promise<SendResult> {
  const { answer, to } = outgoing;
  const parts = threadParts(textWithLink(outgoing), limit);
  const keyboard = buttonsOf(answer).map(({ code, label }) => [{ text: label, callback_data: code }]);
  outgoing.begin();
  let sent: Json = {};
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    sent = await sendPart(api, {
      chat_id: to,
      text: part,
      link_preview_options: { is_disabled: true },
      ...(outgoing.urgent ? {} : { disable_notification: true }),
      ...(isLast && keyboard.length ? { reply_markup: { inline_keyboard: keyboard } } : {}),
    }).catch((error: unknown) => {
      // the first part has arrived, so the outcome is unknown
      throw index > 0 && error instanceof DeliveryError && error.kind !== 'permanent'
        ? new DeliveryError('unknown', 'outcome_unknown', { cause: error })
        : error;
    });
  }
  const id = messageId(memberOf(sent, 'result'));
  return id ? { externalId: id } : {};
}

async function sendPart(api: JsonApi, body: Json): Promise<Json> {
  const { answer, json } = await api.whatever('/sendMessage', { method: 'POST', body });
  if (answer.status === 200 && json['ok'] === true) return json;
  if (answer.status === 200)
    throw new DeliveryError('unknown', 'outcome_unknown', { detail: startOfResponse(answer.body) });
  throw whyNot(json) ?? refused(answer, false);
}

// a missing or moved chat; https://core.telegram.org/api/errors
const nobody =
  /chat not found|user not found|user is deactivated|chat_id is empty|chat was upgraded|not enough rights|have no rights|PEER_ID_INVALID|USER_IS_BLOCKED|INPUT_USER_DEACTIVATED|CHAT_WRITE_FORBIDDEN/i;

/** Converts Telegram's words, which are more precise than its status. */
function whyNot(json: Json): DeliveryError | null {
  const code = json['error_code'];
  const detail = `${code ?? ''} ${json['description'] ?? ''}`.trim().slice(0, 200);
  const retryAfter = Number(memberOf(json, 'parameters', 'retry_after'));
  if (retryAfter > 0) return new DeliveryError('channel', 'channel_limit', { retryAfter, detail });
  if (code === 401 || code === 404)
    return new DeliveryError('channel', 'channel_credentials', { broken: true, detail });
  // a 403 concerns one chat
  if (code === 403 || nobody.test(detail)) return new DeliveryError('permanent', 'address_unknown', { detail });
  return null;
}
