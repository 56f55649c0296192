import { setTimeout as sleep } from 'node:timers/promises';
import { type AdapterApp, DeliveryError, type Hear } from '#server/channels/channel.ts';
import { filledText, type Json, type JsonApi, memberOf } from '#server/channels/http/json-api.ts';
import { findHold } from '#server/platform/installation/held.ts';
import { webhookSecret } from './updates.ts';

interface Webhook {
  api: JsonApi;
  hear: Hear;
  token: string;
  url: string;
  app: Pick<AdapterApp, 'channelId' | 'db' | 'log'>;
  signal: AbortSignal;
}

const unreachable = new DeliveryError('channel', 'channel_unreachable');
const announcedAfter = [5_000, 30_000, 60_000];
const checkInterval = 15_000;
const recentError = 10 * 60_000;
const updates = ['message', 'edited_message', 'callback_query'];

/**
 * Registers the webhook, then checks it every 15 seconds: replaces a foreign address, reports undeliverable updates. An
 * installation on hold registers nothing.
 */
export async function keepWebhook(webhook: Webhook, interval = checkInterval): Promise<void> {
  const { hear, signal } = webhook;
  let waiting = 0;
  let tries = 0;
  let isSet = false;
  while (!signal.aborted) {
    let wait = interval;
    try {
      if (!(await isHeld(webhook))) {
        const found = isSet ? await check(webhook, waiting) : null;
        waiting = found?.waiting ?? 0;
        if (!isSet || found?.isForeign) await announce(webhook);
        isSet = true;
        tries = 0;
        if (signal.aborted) return;
        if (found?.trouble) hear.trouble(found.trouble, false, found.detail);
        else hear.trouble(null, true);
      }
    } catch (error) {
      const { kind, reason, detail } = error instanceof DeliveryError ? error : unreachable;
      // a bot that only rejects the address can send
      if (!signal.aborted) hear.trouble(reason, kind === 'channel' && reason !== 'channel_limit', detail);
      wait = announcedAfter[Math.min(tries++, announcedAfter.length - 1)]!;
    }
    await sleep(wait, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/** Returns whether this installation may be a copy. */
const isHeld = ({ app }: Webhook): Promise<boolean> =>
  findHold(app.db).then(
    (hold) => hold !== null,
    () => true, // unknown while the database is unreachable
  );

async function announce({ api, token, url }: Webhook): Promise<void> {
  const body = { url, secret_token: webhookSecret(token), allowed_updates: updates };
  await api('/setWebhook', { method: 'POST', body, keyed: true });
}

interface Checked {
  /** The number of updates waiting for delivery. */
  waiting: number;
  /** Telegram uses another address, or lacks kinds. */
  isForeign: boolean;
  trouble: 'callback_replaced' | 'callback_unreachable' | null;
  detail: string | null;
}

async function check({ api, url, app }: Webhook, before: number): Promise<Checked> {
  const info = await infoOf(api);
  if (!info) return { waiting: 0, isForeign: false, trouble: null, detail: null };
  const waiting = Number(info['pending_update_count'] ?? 0);
  const now = filledText(info['url']) ?? '';
  if (now !== url) {
    app.log.warn({ event: 'telegram_webhook_replaced', channel: app.channelId });
    return { waiting, isForeign: true, trouble: 'callback_replaced', detail: now ? hostOf(now) : null };
  }
  const words = filledText(info['last_error_message']);
  const failedAt = Number(info['last_error_date'] ?? 0) * 1000;
  const isStuck = waiting > 0 && before > 0 && waiting >= before;
  const isFailing = words !== null && waiting > 0 && Math.abs(Date.now() - failedAt) < recentError;
  const told = info['allowed_updates'];
  return {
    waiting,
    isForeign: Array.isArray(told) && updates.some((kind) => !told.includes(kind)),
    trouble: isStuck || isFailing ? 'callback_unreachable' : null,
    detail: words,
  };
}

/** Returns the state of the webhook; null if unsupported. */
async function infoOf(api: JsonApi): Promise<Json | null> {
  try {
    const info = memberOf(await api('/getWebhookInfo'), 'result');
    return typeof info === 'object' && info !== null ? (info as Json) : null;
  } catch (error) {
    if (error instanceof DeliveryError && error.detail?.startsWith('404 ')) return null;
    throw error;
  }
}

/** Returns only the host, because the path is a secret. */
const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : 'unknown');
