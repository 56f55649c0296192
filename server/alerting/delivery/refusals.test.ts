import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { createMailChannel, createRecipients } from '#testing/deliveries.ts';
import { createEvent, createReport } from '#testing/factories.ts';
import { hookPath, startChatHook } from '#testing/fakes/chat-hook.ts';
import { startMailServer } from '#testing/fakes/mail-server.ts';
import { botToken, startTelegram } from '#testing/fakes/telegram.ts';
import { createChannel, createDraft } from '#testing/messages.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';

let server: TestServer;
let db: Db;
before(async () => {
  server = await startTestServer();
  db = server.app.db;
});
after(() => server.stop());

const troubleOf = async (id: number) => {
  const administrator = await server.as('administrator');
  const read = 'query ($id: ID!) { channel(id: $id) { trouble troubleDetail } }';
  return (await administrator.run(read, { id })).channel as { trouble: string | null; troubleDetail: string | null };
};
const switchOff = (id: number) => sql`update channels set is_active = false where id = ${id}`.execute(db);
const statesOf = async (messageId: number) => {
  const { rows } = await sql<{ state: string; count: number }>`
    select concat_ws(' ', status, status_reason) as state, count(*)::int as count from message_recipients
    where message_id = ${messageId} group by 1`.execute(db);
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
};

test('one chat that a bot may not write to fails alone, with any text of the 403', async () => {
  const telegram = await startTelegram();
  const settings = { provider: 'telegram', url: telegram.url, botToken, ownNetwork: true };
  const { id } = await createChannel(db, 'chat', { settings: JSON.stringify(settings) });
  const words = [
    "Forbidden: bots can't send messages to bots",
    "Forbidden: bot can't send messages to bots",
    'Forbidden: bot was kicked from the group chat',
    'Forbidden: the user has restricted incoming messages',
  ];
  for (const [at, text] of words.entries()) telegram.refusing.set(901 + at, [403, text]);
  telegram.refusing.set(905, [400, 'Bad Request: group chat was upgraded to a supergroup chat']);
  const { messageId } = await createRecipients(db, {
    channelId: id,
    lane: 'alarm',
    reportType: 'staff_information',
    count: 40,
    address: (n) => String(n % 8 === 3 ? 901 + (n - 3) / 8 : 1000 + n),
  });
  await until(async () => {
    const states = await statesOf(messageId);
    return states['sent'] === 35 && states['failed address_unknown'] === 5;
  });
  assert.deepEqual(await troubleOf(id), { trouble: null, troubleDetail: null });
  await switchOff(id);
  await telegram.stop();
});

test('a sender refused by all stops after a few, and the administrator sees the reason', async () => {
  for (const words of ['550 relay not permitted', '550 5.1.1 nobody here is known']) {
    const mail = await startMailServer({ refuses: (verb) => (verb === 'RCPT' ? words : null) });
    const id = await createMailChannel(db, mail.port, { maxConnections: 2 });
    const { messageId } = await createRecipients(db, {
      channelId: id,
      lane: 'alarm',
      reportType: 'staff_information',
      count: 40,
    });
    const { troubleDetail } = await until(async () => {
      const trouble = await troubleOf(id);
      return trouble.trouble ? trouble : null;
    });
    assert.equal(troubleDetail, words);
    const states = await statesOf(messageId);
    const failed = Object.entries(states).reduce((sum, [state, n]) => (state.startsWith('failed') ? sum + n : sum), 0);
    assert.ok(failed <= 12, JSON.stringify(states));
    await switchOff(id);
    await mail.stop();
  }
});

test('a server that defers every alarm shows its trouble until it accepts one', async () => {
  let isFull = true;
  const words = '451 4.3.0 try again later';
  const mail = await startMailServer({ refuses: (verb) => (verb === 'RCPT' && isFull ? words : null) });
  const id = await createMailChannel(db, mail.port);
  const { messageId } = await createRecipients(db, {
    channelId: id,
    lane: 'alarm',
    reportType: 'staff_information',
    count: 10,
  });
  const { trouble, troubleDetail } = await until(async () => {
    const found = await troubleOf(id);
    return found.trouble ? found : null;
  });
  assert.deepEqual([trouble, troubleDetail], ['recipient_deferred', words]);
  isFull = false;
  await until(async () => (await statesOf(messageId))['sent'] === 10);
  await until(async () => (await troubleOf(id)).trouble === null);
  await switchOff(id);
  await mail.stop();
});

test('a refusal that blames the channel, for one of twenty only, fails for that recipient', async () => {
  const mail = await startMailServer({
    refuses: (verb, rest) => (verb === 'RCPT' && rest.includes('odd@') ? '530 5.7.0 sign in first' : null),
  });
  const id = await createMailChannel(db, mail.port, { maxConnections: 2 });
  const { messageId } = await createRecipients(db, {
    channelId: id,
    lane: 'alarm',
    reportType: 'staff_information',
    count: 20,
    address: (n) => (n === 7 ? 'odd@example.org' : `even${n}@example.org`),
  });
  await until(async () => {
    const states = await statesOf(messageId);
    return states['sent'] === 19 && states['failed channel_credentials'] === 1;
  });
  assert.equal((await troubleOf(id)).trouble, null);
  await switchOff(id);
  await mail.stop();
});

test('a webhook of any server that answers with a web page gets information once, and the channel shows why', async () => {
  const hook = await startChatHook();
  const page = '<!DOCTYPE html><html><body>Danke</body></html>';
  const settings = { provider: 'chat-webhook', service: 'own', url: `${hook.url}${hookPath}`, ownNetwork: true };
  const template = '{"text": "{{message}}"}';
  const { id } = await createChannel(db, 'chat', { settings: JSON.stringify({ ...settings, template }) });
  const manager = await server.as('crisis_manager');
  const send = async () => {
    const { id: reportId } = await createReport(db, { eventId: (await createEvent(db)).id, type: 'staff_information' });
    const { id: messageId } = await createDraft(db, { reportId, channelId: id });
    await manager.run(`mutation { sendReport(id: ${reportId}, launchKey: "page-${reportId}") { _id } }`);
    return messageId;
  };
  hook.misbehave({ headers: { 'content-type': 'text/html' }, body: page }, 1);
  const first = await send();
  await until(async () => (await statesOf(first))['failed outcome_unknown'] === 1);
  assert.deepEqual(await troubleOf(id), { trouble: 'channel_misconfigured', troubleDetail: `200 ${page}` });
  const later = [await send(), await send(), await send()];
  for (const messageId of later) await until(async () => (await statesOf(messageId))['sent'] === 1);
  await until(async () => (await troubleOf(id)).trouble === null);
  assert.deepEqual([hook.requests.length, hook.posts.length], [4, 3]);
  assert.deepEqual(await statesOf(first), { 'failed outcome_unknown': 1 });
  await switchOff(id);
  await hook.stop();
});
