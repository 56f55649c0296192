import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type AdapterApp, DeliveryError, type Outgoing, type Values } from '#server/channels/channel.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import type { Bluesky } from '#testing/fakes/bluesky.ts';
import type { ChatHook } from '#testing/fakes/chat-hook.ts';
import type { Mastodon } from '#testing/fakes/mastodon.ts';
import type { Matrix } from '#testing/fakes/matrix.ts';
import type { Telegram } from '#testing/fakes/telegram.ts';
import { httpFixtures } from '#testing/http-fixtures.ts';
import bluesky from './bluesky.ts';
import chatWebhook from './chat-webhook.ts';
import mastodon from './mastodon.ts';
import matrix from './matrix.ts';
import telegram from './telegram.ts';

const fixtures = httpFixtures();
const over = {
  ...{ matrix: fixtures['matrix']!, hook: fixtures['chat-webhook']!, telegram: fixtures['telegram']! },
  ...{ mastodon: fixtures['mastodon']!, bluesky: fixtures['bluesky']! },
};
let app: TestApp;
before(async () => {
  app = await startTestApp();
  await Promise.all(Object.values(over).map((fixture) => fixture.start()));
});
after(async () => {
  await Promise.all(Object.values(over).map(({ fake }) => fake.stop()));
  await app.stop();
});

let count = 0;
const outgoing = (more: Partial<Outgoing> = {}): Outgoing => ({
  recipientId: ++count,
  generation: 1,
  personId: null,
  to: '4711',
  key: `d.${count}.1.0123abcd`,
  subject: 'Sturm',
  text: 'Bitte „bleiben“ Sie\nim "Haus" \\ 🏠',
  html: null,
  urgent: true,
  careful: false,
  begin: () => undefined,
  ...more,
});

const hook = (more: Values, one = outgoing()) => chatWebhook.open({ ...over.hook.settings(), ...more }, app).send(one);
const failure = (sending: Promise<unknown>) =>
  sending.then(
    () => assert.fail('was sent'),
    (error: unknown) => (error instanceof DeliveryError ? [error.kind, error.reason] : assert.fail(String(error))),
  );

test('Mattermost, Slack and Teams get their own format for any text', async () => {
  const { posts } = over.hook.fake as ChatHook;
  const { subject, text } = outgoing();
  const escaped = text.replace('\\', '\\\\');
  for (const [service, shown, more] of [
    ['mattermost', escaped, {}],
    ['slack', text, { mrkdwn: false }],
  ] as const) {
    await hook({ service });
    assert.deepEqual(posts.at(-1), { text: `${subject}\n\n${shown}`, ...more });
  }
  await hook({ service: 'teams' });
  const [{ contentType, content }] = posts.at(-1)!['attachments'] as [
    { contentType: string; content: { body: { text: string }[] } },
  ];
  assert.equal(contentType, 'application/vnd.microsoft.card.adaptive');
  assert.deepEqual(
    content.body.map((block) => block.text),
    [subject, escaped.replace('\n', '\n\n')],
  );
});

test('Slack shows a text as written, without links or an alert of the whole channel', async () => {
  const { posts } = over.hook.fake as ChatHook;
  const text = '<B27> gesperrt & <!channel> "A"';
  const written = async (service: string) => {
    await hook({ service }, outgoing({ subject: '', text }));
    return posts.at(-1)!['text'];
  };
  assert.equal(await written('slack'), '&lt;B27&gt; gesperrt &amp; &lt;!channel&gt; "A"');
  assert.equal(await written('mattermost'), text);
});

test('Mattermost and Teams show signs and line breaks as written, and notify all only if set', async () => {
  const { posts } = over.hook.fake as ChatHook;
  const text = 'Treffpunkt: Raum 4\nTürcode *4711* drücken\n# 2. Tür links\n@all';
  const written = async (given: string, more: Values) => {
    await hook(more, outgoing({ subject: '', text: given }));
    const post = posts.at(-1)! as { text?: string; attachments?: { content: { body: { text: string }[] } }[] };
    return post.text ?? post.attachments![0]!.content.body[1]!.text;
  };
  const shown = 'Treffpunkt: Raum 4\nTürcode \\*4711\\* drücken\n\\# 2. Tür links\n@';
  assert.equal(await written(text, { service: 'mattermost', mentions: true }), `${shown}all`);
  assert.equal(await written(text, { service: 'mattermost' }), `${shown}\u200ball`);
  assert.equal(await written(text, { service: 'teams', mentions: true }), `${shown}all`.replaceAll('\n', '\n\n'));
  const kinds: [given: string, shown: string][] = [
    ['1. Tür\n12) Raum', '1\\. Tür\n12\\) Raum'],
    ['- a\n+ b\n> c\n---', '\\- a\n\\+ b\n\\> c\n\\---'],
    ['a_b_c ~~d~~ `e` |f| [g](h) C:\\x', 'a\\_b\\_c \\~\\~d\\~\\~ \\`e\\` \\|f\\| \\[g\\](h) C:\\\\x'],
    ['https://example.org/a_b_(c)?d=*e* _f_', 'https://example.org/a_b_(c)?d=*e* \\_f\\_'],
    ['A &amp; B & C', 'A \\&amp; B & C'],
    ['a\n\n    *b*\n\tc', 'a\n\n   \\*b\\*\n   c'],
    ['3.12. um 10:30, #Lage, 5 - 3', '3.12. um 10:30, #Lage, 5 - 3'],
  ];
  for (const [given, expected] of kinds) assert.equal(await written(given, { service: 'mattermost' }), expected);
  const calling = '@all_ x.@channel @HERE, @everyone <!here> @allgemein';
  const calm = '@\u200ball_ x.@\u200bchannel @\u200bHERE, @\u200beveryone <!here> @allgemein';
  assert.equal(await written(calling, { service: 'mattermost' }), calm.replace('_', '\\_'));
  assert.equal(await written(calling, { service: 'slack' }), calm.replace('<', '&lt;').replace('>', '&gt;'));
  const template = '{"text": "{{message}}"}';
  assert.equal(await written(calling, { service: 'own', template }), calm);
  assert.equal(await written(calling, { service: 'own', template, mentions: true }), calling);
  const right = 'עזרה (https://example.org/a_(b)), ä 👨‍👩‍👧';
  for (const service of ['mattermost', 'slack', 'teams']) assert.equal(await written(right, { service }), right);
  const lines = await written('a\n\nb\nc', { service: 'teams' });
  assert.equal(lines, 'a\n\nb\n\nc');
});

test('a missing hook stops the channel; an error that Teams reports with success still counts', async () => {
  const { fake } = over.hook;
  for (const status of [403, 404, 410]) {
    fake.misbehave({ status }, 1);
    assert.deepEqual(await failure(hook({})), ['channel', 'channel_credentials']);
  }
  const failed = 'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error';
  fake.misbehave({ body: `${failed} 429` }, 1);
  assert.deepEqual(await failure(hook({ service: 'teams' })), ['channel', 'channel_limit']);
  fake.misbehave({ body: `${failed} 413` }, 1);
  assert.deepEqual(await failure(hook({ service: 'teams' })), ['permanent', 'message_rejected']);
  assert.deepEqual(await failure(hook({ service: 'slack' }, outgoing({ text: 'x'.repeat(40_000) }))), [
    'permanent',
    'message_too_large',
  ]);
  assert.throws(() => chatWebhook.open({ ...over.hook.settings(), template: 'no JSON' }, app), DeliveryError);
});

test('a sign-in page in front of a known service posted nothing; a custom server may have posted', async () => {
  const page = { headers: { 'content-type': 'text/html' }, body: '<!DOCTYPE html><html>Anmelden</html>' };
  for (const [service, kind] of [
    ['mattermost', 'channel'],
    ['slack', 'channel'],
    ['teams', 'channel'],
    ['own', 'unknown'],
  ] as const) {
    over.hook.fake.misbehave(page, 1);
    assert.deepEqual(await failure(hook({ service })), [kind, 'channel_misconfigured'], service);
  }
});

test('a Matrix room notifies everyone of an alarm; too long a text becomes several messages', async () => {
  const { events } = over.matrix.fake as Matrix;
  const send = (one: Outgoing) => matrix.open(over.matrix.settings(), app).send(one);
  const { externalId, posts } = (await send(outgoing({ text: 'Bitte kommen Sie. '.repeat(1000) }))) as {
    externalId: string;
    posts: { url: string }[];
  };
  const parts = events.slice(-3);
  assert.deepEqual(
    [parts[0]!.id, posts[0]!.url],
    [externalId, `https://matrix.to/#/!stab%3Amatrix.test/${encodeURIComponent(externalId)}`],
  );
  assert.deepEqual(
    parts.map(({ content }) => content['m.mentions']),
    [{ room: true }, {}, {}],
  );
  await send(outgoing({ urgent: false }));
  assert.deepEqual(events.at(-1)!.content['m.mentions'], {});
  over.matrix.fake.misbehave({ status: 429, body: { errcode: 'M_LIMIT_EXCEEDED', retry_after_ms: 2_000 } }, 1);
  assert.deepEqual(await failure(send(outgoing())), ['channel', 'channel_limit']);
  assert.throws(() => matrix.open({ ...over.matrix.settings(), room: '#stab:matrix.test' }, app), DeliveryError);
});

test('Matrix, Telegram, Mastodon and Bluesky carry a text as written, and words in it call nobody', async () => {
  const link = 'https://example.org/wiki/Brand_(Haus)?a=[1]';
  const text = `@room @all <!here> *4711* עזרה (${link}), ä 👨‍👩‍👧 &amp; <b>1</b>`;
  const one = () => outgoing({ subject: '', text, urgent: false });
  const providers = { matrix, telegram, mastodon, bluesky };
  for (const [name, adapter] of Object.entries(providers)) {
    const sender = adapter.open(over[name as keyof typeof providers].settings(), app);
    await sender.send(one());
    await sender.close();
  }
  assert.deepEqual((over.matrix.fake as Matrix).events.at(-1)!.content, {
    ...{ msgtype: 'm.text', body: text },
    'm.mentions': {},
  });
  const { json } = over.telegram.fake.requests.at(-1)!;
  assert.deepEqual([json['text'], json['parse_mode']], [text, undefined]);
  assert.equal((over.mastodon.fake as Mastodon).statuses.at(-1)!.text, text);
  const { value } = (over.bluesky.fake as Bluesky).records.at(-1)!;
  assert.equal(value['text'], text);
  const start = Buffer.byteLength(text.slice(0, text.indexOf(link)));
  const index = { byteStart: start, byteEnd: start + Buffer.byteLength(link) };
  assert.deepEqual(value['facets'], [{ index, features: [{ $type: 'app.bsky.richtext.facet#link', uri: link }] }]);
});

test('Telegram’s response decides about the chat, the delay and the token', async () => {
  const { fake } = over.telegram;
  const { messages } = fake as Telegram;
  const open = (more: Partial<AdapterApp> = {}) => telegram.open(over.telegram.settings(), { ...app, ...more });
  const says = async (status: number, description: string, parameters = {}) => {
    fake.misbehave({ status, body: { ok: false, error_code: status, description, parameters } }, 1);
    return failure(open().send(outgoing()));
  };
  assert.deepEqual(await says(400, 'Bad Request: chat not found'), ['permanent', 'address_unknown']);
  assert.deepEqual(await says(403, 'Forbidden: bot was blocked by the user'), ['permanent', 'address_unknown']);
  assert.deepEqual(await says(404, 'Not Found'), ['channel', 'channel_credentials']);
  assert.deepEqual(await says(429, 'Too Many Requests: retry after 7', { retry_after: 7 }), [
    'channel',
    'channel_limit',
  ]);
  const answer = {
    url: 'https://alarm.example/a/x',
    options: [{ code: '1', label: 'Ich komme', askMinutes: true }],
    replyCode: null,
  };
  await open().send(outgoing({ text: 'Bitte kommen Sie. '.repeat(300), answer }));
  const parts = messages.slice(-2);
  assert.deepEqual(
    parts.map(({ buttons }) => buttons.length),
    [0, 1],
    'buttons stand under the last',
  );
  assert.match(parts[1]!.text, /alarm\.example\/a\/x/);
  assert.throws(() => telegram.open({ ...over.telegram.settings(), botToken: 'x/../y' }, app), DeliveryError);
});
