import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { Hear } from '#server/channels/channel.ts';
import { wayOf } from '#server/channels/http/gateway.ts';
import { jsonApi } from '#server/channels/http/json-api.ts';
import { findHold } from '#server/platform/installation/held.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { botToken, startTelegram, type Telegram } from '#testing/fakes/telegram.ts';
import { until } from '#testing/until.ts';
import { keepWebhook } from './webhook.ts';

const url = 'https://alarm.klinik.example/api/channels/7/x';
type Told = [reason: string | null, alsoSends: boolean | undefined, detail: string | null | undefined];

let app: TestApp;
let telegram: Telegram;
let told: Told[];
let closing: AbortController;
let running: Promise<void>;
const last = () => told.at(-1);
const start = () => {
  told = [];
  closing = new AbortController();
  const trouble: Hear['trouble'] = (...words) => void told.push([words[0], words[1], words[2]]);
  const hear: Hear = Object.assign(async () => {}, { trouble });
  const api = jsonApi(`${telegram.url}/bot${botToken}`, wayOf({ ownNetwork: true }, app));
  running = keepWebhook({ api, hear, token: botToken, url, app, signal: closing.signal }, 20);
};
before(async () => {
  app = await startTestApp();
  telegram = await startTelegram();
});
after(async () => {
  await telegram.stop();
  await app.stop();
});
test.afterEach(async () => {
  closing.abort();
  await running;
  for (const name of Object.keys(telegram.info)) delete telegram.info[name];
});

test('replaces and reports a webhook set by another program, until it stays', async () => {
  for (const foreign of ['https://test.klinik.example/api/channels/7/geheim', '']) {
    start();
    await until(async () => telegram.webhook?.url === url && last()?.[0] === null);
    telegram.webhook = { url: foreign, secret: 'x' };
    await until(async () => told.some(([reason]) => reason === 'callback_replaced'));
    await until(async () => telegram.webhook?.url === url && last()?.[0] === null);
    const details = told.flatMap(([reason, , detail]) => (reason ? [detail] : []));
    assert.deepEqual(
      [...new Set(details)],
      [foreign ? 'test.klinik.example' : null],
      'the host, never the secret path',
    );
    closing.abort();
    await running;
  }
});

test('reports waiting updates in the words of Telegram until fetched, and keeps sending', async () => {
  const now = Math.floor(Date.now() / 1000);
  const table: [Record<string, unknown>, string | null][] = [
    [
      { pending_update_count: 37, last_error_date: now, last_error_message: 'SSL error {certificate verify failed}' },
      'SSL error {certificate verify failed}',
    ],
    [
      { pending_update_count: 1, last_error_date: now, last_error_message: 'Wrong response: 502 Bad Gateway' },
      'Wrong response: 502 Bad Gateway',
    ],
    // said at a moment that no clock of ours knows, and not at all
    [
      { pending_update_count: 4, last_error_date: 1, last_error_message: 'Connection timed out' },
      'Connection timed out',
    ],
    [{ pending_update_count: 9 }, null],
  ];
  start();
  for (const [info, words] of table) {
    Object.assign(telegram.info, info);
    await until(async () => last()?.[0] === 'callback_unreachable');
    assert.deepEqual(last(), ['callback_unreachable', false, words]);
    Object.assign(telegram.info, { pending_update_count: 0 });
    await until(async () => last()?.[0] === null);
    for (const name of Object.keys(telegram.info)) delete telegram.info[name];
  }
});

test('an old error, and updates already fetched, are no trouble', async () => {
  start();
  Object.assign(telegram.info, { pending_update_count: 0, last_error_date: 1, last_error_message: 'Timeout' });
  const before = told.length;
  await until(async () => told.length > before + 3);
  assert.ok(told.every(([reason]) => reason === null));
});

test('trusts a server that does not report its webhook address', async () => {
  start();
  await until(async () => last()?.[0] === null);
  Object.assign(telegram.info, { allowed_updates: ['message'] });
  const { announced } = telegram;
  await until(async () => telegram.announced > announced);
  assert.ok(
    told.every(([reason]) => reason === null),
    'an older release asked for less',
  );
});

test('a copy on hold announces no webhook', async () => {
  await sql`insert into installation (key_fingerprint, held_at, held_why) values ('x', now(), 'moved')`.execute(app.db);
  const { announced } = telegram;
  start();
  // the same look that the loop takes comes after its first one
  assert.notEqual(await findHold(app.db), null);
  assert.deepEqual([telegram.announced, told], [announced, []]);
  await sql`update installation set held_at = null, held_why = null`.execute(app.db);
  await until(async () => telegram.announced > announced);
});
