import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Values } from '#server/channels/channel.ts';
import { filledText, type Json, memberOf, parseJsonObject } from '#server/channels/http/json-api.ts';
import { type CallbackRequest, type Received, RequestRefused } from '#server/channels/received.ts';
import { sha256 } from '#server/platform/secrets.ts';
import { type Label, textIn } from '#shared/label.ts';
import { languageOf } from '#shared/languages.ts';

export const webhookSecret = (botToken: string): string =>
  createHmac('sha256', botToken).update('Meldekette: secret_token').digest('hex');

/** Returns a message's id with its chat, in which it is unique. */
export function messageId(message: unknown): string | null {
  const [chat, id] = [memberOf(message, 'chat', 'id'), memberOf(message, 'message_id')];
  return Number.isSafeInteger(chat) && Number.isSafeInteger(id) ? `${chat}:${id}` : null;
}

const nothing: Received = { receipts: [], replies: [] };

const texts = {
  taken: { de: 'Danke, Ihre Antwort ist angekommen.', en: 'Thank you, your answer has arrived.' },
  unread: {
    de: 'Das kann hier nicht gelesen werden. Bitte antworten Sie mit einer Taste oder schreiben Sie Ihre Antwort.',
    en: 'This can’t be read here. Please answer with a button or write your answer.',
  },
  chat: {
    de: (id: number) =>
      `Ihre Chat-ID ist ${id}. Tragen Sie sie bei Ihren Kontaktdaten ein, um hier Nachrichten zu erhalten.`,
    en: (id: number) => `Your chat ID is ${id}. Enter it in your contact data to receive messages here.`,
  },
};

/**
 * Parses an update: a button, a text, a changed text (a new reply), or a chat's first message, answered with its id.
 */
export function receiveUpdate({ headers, body }: CallbackRequest, settings: Values): Received {
  const expected = Buffer.from(webhookSecret(String(settings['botToken'] ?? '')));
  const given = Buffer.from(String(headers['x-telegram-bot-api-secret-token'] ?? ''));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new RequestRefused('signature');
  const update = parseJsonObject(body);
  // Telegram repeats a refused update forever
  if (!update || !Number.isSafeInteger(update['update_id'])) return nothing;
  if (update['callback_query']) return pressed(update['callback_query'] as Json);
  if (update['edited_message']) return written(update['edited_message'] as Json, true);
  return update['message'] ? written(update['message'] as Json, false) : nothing;
}

function pressed(query: Json): Received {
  const [id, text] = [filledText(query['id']), filledText(query['data'])];
  const from = memberOf(query, 'from', 'id');
  const inReplyTo = messageId(query['message']);
  if (!id || !text || !Number.isSafeInteger(from)) return nothing;
  return {
    receipts: [],
    replies: [{ id: `button:${id}`, from: String(from), text, ...(inReplyTo ? { inReplyTo } : {}) }],
    response: calling('answerCallbackQuery', {
      callback_query_id: id,
      text: textIn(texts.taken, languageOf(languageCode(query))),
    }),
  };
}

function written(message: Json, isEdited: boolean): Received {
  const [id, text] = [messageId(message), filledText(message['text']) ?? filledText(message['caption'])];
  const chat = Number(memberOf(message, 'chat', 'id'));
  if (!id || memberOf(message, 'chat', 'type') !== 'private') return nothing;
  if (!text) return isEdited || !unread.some((kind) => kind in message) ? nothing : told(chat, message, texts.unread);
  if (/^\/start\b/.test(text)) {
    if (isEdited) return nothing;
    return told(chat, message, { de: texts.chat.de(chat), en: texts.chat.en(chat) });
  }
  const inReplyTo = messageId(message['reply_to_message']);
  const moment = Number((isEdited ? message['edit_date'] : null) ?? message['date']);
  const at = new Date(moment * 1000);
  return {
    receipts: [],
    replies: [
      {
        id: isEdited ? `${id}:${moment}:${sha256(text).toString('base64url').slice(0, 12)}` : id,
        from: String(chat),
        text,
        ...(Number.isNaN(at.getTime()) ? {} : { at }),
        ...(inReplyTo ? { inReplyTo } : {}),
      },
    ],
  };
}

// content without text
const unread = 'voice audio video video_note animation photo document sticker location venue contact poll dice'.split(
  ' ',
);

const told = (chat: number, message: Json, words: Label): Received => ({
  ...nothing,
  response: calling('sendMessage', { chat_id: chat, text: textIn(words, languageOf(languageCode(message))) }),
});

/** Returns a call that Telegram executes from the response. */
const calling = (method: string, more: Json): NonNullable<Received['response']> => ({
  type: 'application/json',
  body: JSON.stringify({ method, ...more }),
});

const languageCode = (of: Json): string => String(memberOf(of, 'from', 'language_code') ?? '').slice(0, 2);
