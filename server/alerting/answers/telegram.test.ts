import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Db } from '#server/platform/database/connect.ts';
import { createPerson, createReport, idByIdentifier } from '#testing/factories.ts';
import { botToken, startTelegram, type Telegram } from '#testing/fakes/telegram.ts';
import { createDraft, statusesOf } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';

let server: TestServer;
let telegram: Telegram;
let manager: TestClient;
let db: Db;
let channelId: number;
let dataType: number;
before(async () => {
  server = await startTestServer();
  telegram = await startTelegram();
  db = server.app.db;
  manager = await server.as('crisis_manager');
  const administrator = await server.as('administrator');
  const { createChannel } = await administrator.run(
    'mutation ($input: CreateChannelInput!) { createChannel(input: $input) { _id } }',
    {
      input: {
        name: 'Telegram',
        channelType: String(await idByIdentifier(db, 'channelTypes', 'chat')),
        settings: { provider: 'telegram', url: telegram.url, botToken, ownNetwork: true },
      },
    },
  );
  channelId = createChannel._id;
  const { createPersonDataType } = await administrator.run(
    'mutation ($input: CreatePersonDataTypeInput!) { createPersonDataType(input: $input) { _id } }',
    { input: { name: 'Telegram', fieldType: 'telegram' } },
  );
  dataType = createPersonDataType._id;
});
after(async () => {
  await server.stop();
  await telegram.stop();
});

let count = 4710;
/** Asks one person in a new chat. */
async function askOne(): Promise<{ chat: number; reportId: number; messageId: number; personId: number }> {
  const chat = ++count;
  const { id: personId } = await createPerson(db, { email: null });
  await db
    .insertInto('personData')
    .values({ personId, keyFieldId: dataType, valueStr: String(chat) })
    .execute();
  const report = await createReport(db);
  const draft = { reportId: report.id, channelId, people: [personId], requestAnswer: true };
  const { id: messageId } = await createDraft(db, draft);
  await manager.run(`mutation { sendReport(id: ${report.id}, launchKey: "telegram-${report.id}") { _id } }`);
  return { chat, reportId: report.id, messageId, personId };
}

const shownIn = (chat: number) => until(async () => telegram.messages.find((message) => message.chat === chat));

const answersTo = (reportId: number) =>
  db
    .selectFrom('answers as a')
    .leftJoin('answerOptions as o', 'o.id', 'a.optionId')
    .select(['o.kind', 'a.minutes', 'a.text', 'a.source'])
    .where('a.reportId', '=', reportId)
    .orderBy('a.id')
    .execute();

const user = (chat: number) => ({ id: chat, is_bot: false, first_name: 'A', language_code: 'de' });
const privately = (chat: number) => ({ id: chat, type: 'private' });

test('answers are buttons; pressing one counts once, and Telegram confirms it', async () => {
  const { chat, reportId } = await askOne();
  const { id, buttons, text, silent } = await shownIn(chat);
  assert.deepEqual(
    buttons.map((button) => button.text),
    ['Ich komme', 'Ich komme nicht', 'Später / unklar'],
  );
  assert.match(text, /http\S+\/a\//, 'the page for everything a button cannot say');
  assert.equal(silent, false, 'an alarm makes a sound');
  const pressed = {
    callback_query: {
      id: `query-${chat}`,
      from: user(chat),
      message: { message_id: id, chat: privately(chat), date: 1 },
      data: buttons[1]!.callback_data,
    },
  };
  await until(async () => telegram.webhook);
  for (let times = 0; times < 2; times++) {
    const { status, call } = await telegram.tell(pressed);
    assert.deepEqual(
      [status, call?.['method'], call?.['callback_query_id']],
      [200, 'answerCallbackQuery', `query-${chat}`],
    );
  }
  const answer = { kind: 'NEGATIVE', minutes: null, text: null, source: 'chat' };
  assert.deepEqual(await answersTo(reportId), [answer]);
});

test('reads a written reply like an SMS and assigns it to the message that it answers', async () => {
  const { chat, reportId } = await askOne();
  const { id } = await shownIn(chat);
  await telegram.tell({
    message: {
      message_id: id + 1000,
      from: user(chat),
      chat: privately(chat),
      date: Math.floor(Date.now() / 1000),
      text: 'Ja, bin in 20 min da',
      reply_to_message: { message_id: id, chat: privately(chat) },
    },
  });
  const answer = { kind: 'POSITIVE', minutes: 20, text: 'Ja, bin in 20 min da', source: 'chat' };
  assert.deepEqual(await answersTo(reportId), [answer]);
});

test('reads the caption of a picture like any other text', async () => {
  const { chat, reportId } = await askOne();
  const { id } = await shownIn(chat);
  const photo = [{ file_id: 'x', file_unique_id: 'x', width: 1, height: 1 }];
  const message = { message_id: id + 1000, from: user(chat), chat: privately(chat), date: 1, photo };
  const { call } = await telegram.tell({ message });
  assert.deepEqual([call?.['method'], call?.['chat_id']], ['sendMessage', chat], 'its sender is told');
  assert.deepEqual(await answersTo(reportId), [], 'a picture alone says nothing');
  await telegram.tell({ message: { ...message, message_id: id + 1001, caption: 'Ja, komme' } });
  assert.partialDeepStrictEqual(await answersTo(reportId), [{ kind: 'POSITIVE', text: 'Ja, komme' }]);
});

test('an edited message is a later answer that counts; delivered twice it is one', async () => {
  const { chat, reportId } = await askOne();
  const { id } = await shownIn(chat);
  const now = Math.floor(Date.now() / 1000) - 60;
  const message = { message_id: id + 1000, from: user(chat), chat: privately(chat), date: now };
  const changes = ['Ich komme', 'Ich komme nicht', 'Ich komme doch, in 15 min', 'nein'];
  await telegram.tell({ message: { ...message, text: changes[0] } });
  for (const [at, text] of changes.slice(1).entries()) {
    const update = { edited_message: { ...message, edit_date: now + at + 1, text } };
    for (let times = 0; times < 2; times++) assert.equal((await telegram.tell(update)).status, 200);
  }
  const kinds = (await answersTo(reportId)).map(({ kind }) => kind);
  assert.deepEqual(kinds, ['POSITIVE', 'NEGATIVE', 'POSITIVE', 'NEGATIVE']);
});

test('a person who starts a chat receives its ID; ignores other updates and groups', async () => {
  const start = { message_id: 1, from: user(99), chat: privately(99), date: 1, text: '/start' };
  const { status, call } = await telegram.tell({ message: start });
  assert.deepEqual([status, call?.['method'], call?.['chat_id']], [200, 'sendMessage', 99]);
  assert.match(String(call?.['text']), /Chat-ID ist 99/);
  const group = { id: -100, type: 'group' };
  for (const update of [{ edited_message: start }, { message: { ...start, chat: group, text: 'ja' } }]) {
    assert.deepEqual(await telegram.tell(update), { status: 200, call: null });
  }
});

test('one malformed update among twenty delays no other', async () => {
  const { chat, reportId } = await askOne();
  const { id } = await shownIn(chat);
  const message = { from: user(chat), chat: privately(chat), date: 1 };
  const odd = [
    { callback_query: { id: 'x', from: user(chat), game_short_name: 'x' } },
    { callback_query: {} },
    { message: { message_id: 'x', text: 'ja' } },
    { message: { ...message, message_id: id + 2000, date: -8.64e15, text: 'Ja \0 \ud83d' } },
    { message: 5 },
    { edited_message: null },
    { update_id: 'x' },
  ];
  for (let n = 0; n < 20; n++) {
    const text = `Ich komme ${n}`;
    const update = odd[n] ?? { message: { ...message, message_id: id + 3000 + n, text } };
    assert.equal((await telegram.tell(update)).status, 200, JSON.stringify(update));
  }
  assert.equal((await answersTo(reportId)).length, 14);
});

test('rejects requests without the Telegram secret', async () => {
  const { chat, reportId } = await askOne();
  const { id } = await shownIn(chat);
  const forged = { message: { message_id: id + 1, from: user(chat), chat: privately(chat), date: 1, text: 'nein' } };
  assert.equal((await telegram.tell(forged, 'geraten')).status, 403);
  assert.deepEqual(await answersTo(reportId), []);
});

test('the bot does not reach a person who blocked it, and the channel keeps working', async () => {
  telegram.blocking.add(count + 1);
  const { messageId, personId } = await askOne();
  await until(async () => (await statusesOf(db, messageId))[personId] === 'failed address_unknown');
  await shownIn((await askOne()).chat);
});

test('reports an unreachable bot with reason and time before anything is sent', async () => {
  const away = await startTelegram();
  await away.stop();
  const administrator = await server.as('administrator');
  const settings = { provider: 'telegram', url: away.url, botToken, ownNetwork: true };
  const channelType = String(await idByIdentifier(db, 'channelTypes', 'chat'));
  const { createChannel: made } = await administrator.run(
    'mutation ($input: CreateChannelInput!) { createChannel(input: $input) { id } }',
    { input: { name: 'Zweiter Bot', channelType, settings } },
  );
  const read = 'query ($id: ID!) { channel(id: $id) { trouble troubleAt hearingTrouble lastFailureAt } }';
  const health = await until(async () => {
    const { channel } = await administrator.run(read, made);
    return channel.trouble && channel;
  });
  const { troubleAt, ...rest } = health;
  assert.deepEqual(rest, { trouble: 'channel_unreachable', hearingTrouble: null, lastFailureAt: null });
  assert.ok(Date.parse(troubleAt) <= Date.now());
  await administrator.run('mutation ($id: ID!) { updateChannel(input: { id: $id, isActive: false }) { id } }', made);
});
