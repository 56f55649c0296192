import { setTimeout as sleep } from 'node:timers/promises';
import { type Arrival, threadArrival } from '#server/channels/arrival.ts';
import {
  type Adapter,
  type AdapterApp,
  DeliveryError,
  type Handed,
  type Hear,
  type Outgoing,
  type Sender,
  type Values,
} from '#server/channels/channel.ts';
import { gatewayFields, refused, wayOf, wordsOf } from '#server/channels/http/gateway.ts';
import { type Json, type JsonApi, jsonApi, memberOf } from '#server/channels/http/json-api.ts';
import { postText, threadParts } from '#server/channels/social/thread.ts';
import { messageId, receiveUpdate, webhookSecret } from '#server/channels/telegram/updates.ts';
import { advanced } from '#shared/channel-setting.ts';

const limit = { limit: 4096, length: (text: string) => text.length };
const longestData = 64;

/** Messages of a Telegram bot to people, with the answers as buttons. */
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
  if (hear && app.callbackUrl) void announce(api, hear, token, app.callbackUrl, closing.signal);
  return {
    send: (outgoing) => send(api, outgoing),
    close: async () => closing.abort(),
  };
}

const unreachable = new DeliveryError('channel', 'channel_unreachable');
const announcedAfter = [5_000, 30_000, 60_000];

/** Tells Telegram where it reports to, again and again until it took that. */
async function announce(api: JsonApi, hear: Hear, token: string, url: string, signal: AbortSignal): Promise<void> {
  const body = {
    url,
    secret_token: webhookSecret(token),
    allowed_updates: ['message', 'callback_query'],
  };
  for (let tries = 0; !signal.aborted; tries++) {
    try {
      await api('/setWebhook', { method: 'POST', body, keyed: true });
      if (!signal.aborted) hear.trouble(null, true);
      return;
    } catch (error) {
      const { kind, reason } = error instanceof DeliveryError ? error : unreachable;
      // a bot that cannot be reached cannot send either; one that only takes no address can
      if (!signal.aborted) hear.trouble(reason, kind === 'channel' && reason !== 'channel_limit');
      const wait = announcedAfter[Math.min(tries, announcedAfter.length - 1)];
      await sleep(wait, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
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

async function send(api: JsonApi, outgoing: Outgoing): Promise<Handed> {
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
      // the first is there already: what is not known any more is whether all of it is
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
  if (answer.status === 200) throw new DeliveryError('unknown', 'outcome_unknown', { detail: wordsOf(answer.body) });
  throw whyNot(json) ?? refused(answer, false);
}

/** A refusal in Telegram's own words, which say more than its status. */
function whyNot(json: Json): DeliveryError | null {
  const detail = `${json['error_code'] ?? ''} ${json['description'] ?? ''}`.trim().slice(0, 200);
  const retryAfter = Number(memberOf(json, 'parameters', 'retry_after'));
  if (retryAfter > 0) return new DeliveryError('channel', 'channel_limit', { retryAfter, detail });
  if (json['error_code'] === 404) return new DeliveryError('channel', 'channel_credentials', { broken: true, detail });
  // who blocked the bot or never began a chat with it cannot be written to; that says nothing about the bot
  const nobody = /chat not found|user not found|bot was blocked|user is deactivated|can't initiate|PEER_ID_INVALID/i;
  if (nobody.test(detail)) return new DeliveryError('permanent', 'address_unknown', { detail });
  return null;
}
