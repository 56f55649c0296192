import { type FakeAnswer, type FakeRequest, type HttpFake, startHttpFake } from './http-fake.ts';

/** A message as stored in a chat. */
export interface TelegramMessage {
  id: number;
  chat: number;
  text: string;
  silent: boolean;
  buttons: { text: string; callback_data: string }[];
}

/** A fake Bot API with one bot. */
export interface Telegram extends HttpFake {
  messages: TelegramMessage[];
  /** Chats that blocked the bot. */
  blocking: Set<number>;
  webhook: { url: string; secret: string } | null;
  /** Chats with rejections: error code and description. */
  refusing: Map<number, [code: number, description: string]>;
  /** Further webhook information. */
  info: Record<string, unknown>;
  /** Number of webhook registrations. */
  announced: number;
  /** Sends an update; returns status and method call. */
  tell(
    update: Record<string, unknown>,
    secret?: string,
  ): Promise<{ status: number; call: Record<string, unknown> | null }>;
}

/** The bot's token. */
export const botToken = '123456:AAgeheimer-Token_des_Bots';

/** Starts a server by core.telegram.org/bots/api, with chats, buttons, limits and webhook. */
export async function startTelegram(): Promise<Telegram> {
  const state: State = {
    messages: [],
    blocking: new Set(),
    refusing: new Map(),
    webhook: null,
    info: { pending_update_count: 0 },
    announced: 0,
  };
  const fake = await startHttpFake((request) => answer(state, request));
  let updates = 0;
  const own = {
    messages: state.messages,
    blocking: state.blocking,
    refusing: state.refusing,
    info: state.info,
    get announced() {
      return state.announced;
    },
    get webhook() {
      return state.webhook;
    },
    set webhook(other) {
      state.webhook = other;
    },
    async tell(update: Record<string, unknown>, secret = state.webhook!.secret) {
      const headers = { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret };
      const body = JSON.stringify({ update_id: ++updates, ...update });
      const response = await fetch(state.webhook!.url, { method: 'POST', headers, body });
      const text = await response.text();
      const called = response.headers.get('content-type')?.startsWith('application/json') && response.ok;
      return { status: response.status, call: called ? (JSON.parse(text) as Record<string, unknown>) : null };
    },
  };
  return Object.defineProperties(fake, Object.getOwnPropertyDescriptors(own)) as Telegram;
}

interface State extends Pick<Telegram, 'messages' | 'blocking' | 'refusing' | 'webhook' | 'info' | 'announced'> {}

const wrong = (code: number, description: string): FakeAnswer => ({
  status: code,
  body: { ok: false, error_code: code, description },
});

function answer(state: State, { path, json }: FakeRequest): FakeAnswer {
  const [, bot, method] = /^\/bot([^/]+)\/(\w+)$/.exec(path) ?? [];
  if (bot !== botToken) return wrong(401, 'Unauthorized');
  if (method === 'sendMessage') return take(state, json);
  if (method === 'getWebhookInfo') {
    const result = { url: state.webhook?.url ?? '', has_custom_certificate: false, ...state.info };
    return { body: { ok: true, result } };
  }
  if (method !== 'setWebhook') return wrong(404, 'Not Found');
  state.announced++;
  state.webhook = { url: String(json['url']), secret: String(json['secret_token']) };
  return { body: { ok: true, result: true, description: 'Webhook was set' } };
}

function take({ messages, blocking, refusing }: State, json: FakeRequest['json']): FakeAnswer {
  const [chat, text] = [Number(json['chat_id']), String(json['text'] ?? '')];
  if (!Number.isSafeInteger(chat) || chat <= 0) return wrong(400, 'Bad Request: chat not found');
  if (blocking.has(chat)) return wrong(403, 'Forbidden: bot was blocked by the user');
  if (refusing.has(chat)) return wrong(...refusing.get(chat)!);
  if (!text) return wrong(400, 'Bad Request: message text is empty');
  if (text.length > 4096) return wrong(400, 'Bad Request: message is too long');
  const markup = json['reply_markup'] as { inline_keyboard?: TelegramMessage['buttons'][] } | undefined;
  const buttons = (markup?.inline_keyboard ?? []).flat();
  if (buttons.some(({ callback_data: data }) => Buffer.byteLength(data) > 64))
    return wrong(400, 'Bad Request: BUTTON_DATA_INVALID');
  const taken = { id: messages.length + 1, chat, text, silent: json['disable_notification'] === true, buttons };
  messages.push(taken);
  return {
    body: {
      ok: true,
      result: { message_id: taken.id, date: 1_780_000_000, chat: { id: chat, type: 'private' }, text },
    },
  };
}
