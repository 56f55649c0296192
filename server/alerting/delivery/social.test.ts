import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createRecipients, type ReadyDelivery } from '#testing/deliveries.ts';
import { createReport, idByIdentifier } from '#testing/factories.ts';
import type { Ayrshare } from '#testing/fakes/ayrshare.ts';
import type { Bluesky } from '#testing/fakes/bluesky.ts';
import type { Mastodon } from '#testing/fakes/mastodon.ts';
import { type HttpFixture, httpFixtures } from '#testing/http-fixtures.ts';
import { createDraft } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';

let server: TestServer;
let administrator: TestClient;
const fixtures = httpFixtures();
before(async () => {
  server = await startTestServer();
  administrator = await server.as('administrator');
  await Promise.all(Object.values(fixtures).map((fixture) => fixture.start()));
});
after(async () => {
  await server.stop();
  await Promise.all(Object.values(fixtures).map(({ fake }) => fake.stop()));
});

let count = 0;
async function createChannel(provider: string, more: Record<string, string> = {}): Promise<number> {
  const { createChannel } = await administrator.run(
    'mutation ($input: CreateChannelInput!) { createChannel(input: $input) { _id settings } }',
    {
      input: {
        name: `${provider} ${++count}`,
        channelType: String(await idByIdentifier(server.app.db, 'channelTypes', 'social_media')),
        settings: { provider, ...fixtures[provider]!.settings(), ...more },
      },
    },
  );
  assert.equal(createChannel.settings[fixtures[provider]!.secret], true, 'a secret shows only that it is set');
  return createChannel._id;
}

const settled = (delivery: ReadyDelivery) =>
  until(async () => {
    const { rows } = await sql<{ status: string; statusReason: string | null; maybeDuplicate: boolean }>`
      select status, status_reason, maybe_duplicate from message_recipients where message_id = ${delivery.messageId}
        and status in ('sent', 'failed')`.execute(server.app.db);
    return rows[0];
  });

const postsOf = async (delivery: ReadyDelivery) => {
  const { rows } = await sql<{ posts: { url: string; platform: string }[] | null }>`
    select posts from messages where id = ${delivery.messageId}`.execute(server.app.db);
  return rows[0]!.posts;
};

const post = (channelId: number, content = 'Alle Wege.') =>
  createRecipients(server.app.db, { count: 1, channelId, title: 'Straße gesperrt', content });

/** A correction of earlier posts. */
async function correction(channelId: number, of: ReadyDelivery, content = 'Nur die B 96.'): Promise<ReadyDelivery> {
  const { db } = server.app;
  const made = await createRecipients(db, { count: 0, channelId, title: 'Berichtigung', content });
  await sql`update reports set event_id = ${of.eventId} where id = ${made.reportId}`.execute(db);
  await sql`update messages set feed_values = '{"relation":"update"}' where id = ${made.messageId}`.execute(db);
  await sql`
    insert into message_recipients (message_id, report_id, channel_id, target_address, address_norm, lane, status, try_at,
      valid_until, nonce)
    select ${made.messageId}, ${made.reportId}, ${channelId}, '', '', 'normal', 'queued', now(), now() + interval '1 hour',
      decode('00112233445566778899aabbccddeeff', 'hex')`.execute(db);
  return made;
}

test('Mastodon: shows where to see a post; a correction replies in the same thread', async () => {
  const channel = await createChannel('mastodon');
  const { statuses } = fixtures['mastodon']!.fake as Mastodon;
  const first = await post(channel);
  assert.equal((await settled(first)).status, 'sent');
  const posted = statuses.at(-1)!;
  assert.deepEqual(await postsOf(first), [
    { url: `https://mastodon.test/@klinikum/${posted.id}`, platform: 'mastodon' },
  ]);
  assert.deepEqual([posted.visibility, posted.inReplyTo, posted.language], ['unlisted', null, 'de']);
  const second = await correction(channel, first);
  assert.equal((await settled(second)).status, 'sent');
  assert.deepEqual([statuses.at(-1)!.inReplyTo, statuses.at(-1)!.text], [posted.id, 'Berichtigung\n\nNur die B 96.']);
  const long = await post(channel, 'Bitte meiden Sie den Bereich. '.repeat(40));
  assert.equal((await settled(long)).status, 'sent');
  const thread = statuses.slice(statuses.findIndex(({ text }) => text.endsWith('(1/3)')));
  assert.deepEqual(
    thread.map(({ text }) => text.slice(-5)),
    ['(1/3)', '(2/3)', '(3/3)'],
  );
  assert.deepEqual(
    thread.map(({ inReplyTo }) => inReplyTo),
    [null, thread[0]!.id, thread[1]!.id],
  );
});

test('Mastodon: a preview counts with the limits last fetched by any process', async () => {
  const channelId = await createChannel('mastodon');
  const fake = fixtures['mastodon']!.fake as Mastodon;
  fake.limit = 900;
  try {
    const content = 'Bitte meiden Sie den Bereich. '.repeat(25);
    assert.equal((await settled(await post(channelId, content))).status, 'sent');
    const report = await createReport(server.app.db);
    await createDraft(server.app.db, { reportId: report.id, channelId, title: 'Straße gesperrt', content });
    const manager = await server.as('crisis_manager');
    const query = 'query ($report: ID!) { previewReport(report: $report) { parts { limit } } }';
    const { previewReport } = await manager.run(query, { report: String(report.id) });
    assert.deepEqual(previewReport[0].parts, [{ limit: 900 }]);
  } finally {
    fake.limit = 500;
  }
});

test('Mastodon: posts a correction of a post that was deleted', async () => {
  const channel = await createChannel('mastodon');
  const { statuses } = fixtures['mastodon']!.fake as Mastodon;
  const first = await post(channel);
  await settled(first);
  statuses.pop();
  assert.equal((await settled(await correction(channel, first))).status, 'sent');
  assert.deepEqual([statuses.at(-1)!.inReplyTo, statuses.at(-1)!.text], [null, 'Berichtigung\n\nNur die B 96.']);
});

test('a public post with an unknown outcome waits for an operator and is not sent again', async () => {
  for (const provider of ['mastodon', 'ayrshare']) {
    const { fake, path, unknown } = fixtures[provider]! as HttpFixture;
    const channel = await createChannel(provider);
    const before = fake.requests.filter((request) => request.path === path).length;
    fake.misbehave('takeAndCut', unknown.times, path);
    const lost = await settled(await post(channel));
    assert.deepEqual(lost, { status: 'failed', statusReason: 'outcome_unknown', maybeDuplicate: true });
    await sleep(500);
    assert.equal(fake.requests.filter((request) => request.path === path).length, before + unknown.times);
  }
});

test('a post lost by a process while possibly in transit waits too', async () => {
  const channel = await createChannel('mastodon');
  const { fake } = fixtures['mastodon']!;
  const before = fake.requests.length;
  const { db } = server.app;
  const delivery = await createRecipients(db, { count: 0, channelId: channel });
  await sql`
    insert into message_recipients (message_id, report_id, channel_id, target_address, address_norm, lane, status, try_at,
      valid_until, nonce, maybe_duplicate)
    select ${delivery.messageId}, ${delivery.reportId}, ${channel}, '', '', 'normal', 'queued', now(),
      now() + interval '1 hour', decode('00112233445566778899aabbccddeeff', 'hex'), true`.execute(db);
  const lost = await settled(delivery);
  assert.deepEqual(lost, { status: 'failed', statusReason: 'outcome_unknown', maybeDuplicate: true });
  assert.equal(fake.requests.length, before);
});

test('Bluesky: links work, threads are linked, and a correction answers the first post', async () => {
  const channel = await createChannel('bluesky');
  const bluesky = fixtures['bluesky']!.fake as Bluesky;
  const first = await post(
    channel,
    `Näheres: https://klinikum.example/ä?x=1. ${'Bitte meiden Sie den Bereich. '.repeat(15)}`,
  );
  assert.equal((await settled(first)).status, 'sent');
  const [root, ...others] = bluesky.records.slice(-2);
  const { text, facets, langs, reply } = root!.value as {
    text: string;
    facets: unknown[];
    langs: string[];
    reply?: object;
  };
  const [{ index, features }] = facets as [{ index: { byteStart: number; byteEnd: number }; features: object[] }];
  const linked = Buffer.from(text).subarray(index.byteStart, index.byteEnd).toString();
  assert.equal(linked, 'https://klinikum.example/ä?x=1');
  assert.deepEqual(
    [features, langs, reply],
    [[{ $type: 'app.bsky.richtext.facet#link', uri: linked }], ['de'], undefined],
  );
  const to = ({ uri, cid }: Bluesky['records'][number]) => ({ uri, cid });
  assert.deepEqual(
    others.map(({ value }) => value['reply']),
    [{ root: to(root!), parent: to(root!) }],
  );
  const url = `https://bsky.app/profile/klinikum.bsky.test/post/${root!.rkey}`;
  assert.deepEqual(await postsOf(first), [{ url, platform: 'bluesky' }]);
  assert.equal((await settled(await correction(channel, first))).status, 'sent');
  assert.deepEqual(bluesky.records.at(-1)!.value['reply'], { root: to(root!), parent: to(root!) });
});

test('Bluesky: a bracket belongs to the address in which one was opened', async () => {
  const pages = ['https://de.wikipedia.org/wiki/Sirene_(Signal)', 'https://example.org/lage'] as const;
  const content = `Was die Sirene bedeutet: ${pages[0]}\n(siehe auch ${pages[1]}).`;
  assert.equal((await settled(await post(await createChannel('bluesky'), content))).status, 'sent');
  const { value } = (fixtures['bluesky']!.fake as Bluesky).records.at(-1)!;
  type Facet = { index: { byteStart: number; byteEnd: number }; features: { uri: string }[] };
  const { text, facets } = value as unknown as { text: string; facets: Facet[] };
  const linked = facets.map(({ index, features }) => [
    features[0]!.uri,
    Buffer.from(text).subarray(index.byteStart, index.byteEnd).toString(),
  ]);
  assert.deepEqual(
    linked,
    pages.map((page) => [page, page]),
  );
});

test('Bluesky: renews an ended session and signs in rarely', async () => {
  const channel = await createChannel('bluesky');
  const bluesky = fixtures['bluesky']!.fake as Bluesky;
  await settled(await post(channel));
  const { signIns } = bluesky;
  bluesky.expire('access');
  assert.equal((await settled(await post(channel))).status, 'sent');
  assert.equal(bluesky.signIns, signIns, 'the other token renewed it');
  bluesky.expire('all');
  assert.equal((await settled(await post(channel))).status, 'sent');
  assert.equal(bluesky.signIns, signIns + 1);
});

test('Ayrshare: stores the address on each network; a correction names the first post there', async () => {
  const channel = await createChannel('ayrshare');
  const { posts } = fixtures['ayrshare']!.fake as Ayrshare;
  const first = await post(channel);
  assert.equal((await settled(first)).status, 'sent');
  const { id } = posts.at(-1)!;
  assert.deepEqual(await postsOf(first), [
    { platform: 'bluesky', url: `https://bluesky.example/klinikum/${id}` },
    { platform: 'facebook', url: `https://facebook.example/klinikum/${id}` },
  ]);
  assert.equal((await settled(await correction(channel, first))).status, 'sent');
  assert.equal(
    posts.at(-1)!.texts['facebook'],
    `Berichtigung\n\nNur die B 96.\n\nhttps://facebook.example/klinikum/${id}`,
  );
});

test('Ayrshare: a correction without room for the address goes out without it', async () => {
  const channel = await createChannel('ayrshare');
  const { posts } = fixtures['ayrshare']!.fake as Ayrshare;
  const first = await post(channel);
  assert.equal((await settled(first)).status, 'sent');
  const { id } = posts.at(-1)!;
  const words = 'Nur die B 96. '.repeat(19).trim();
  const second = await correction(channel, first, words);
  assert.equal((await settled(second)).status, 'sent');
  const text = `Berichtigung\n\n${words}`;
  assert.ok(text.length <= 300 && text.length > 260);
  const address = `https://facebook.example/klinikum/${id}`;
  assert.deepEqual(posts.at(-1)!.texts, { bluesky: text, facebook: `${text}\n\n${address}` });
  const report = await createReport(server.app.db, { eventId: first.eventId });
  const feedValues = JSON.stringify({ relation: 'update' });
  const draft = { reportId: report.id, channelId: channel, title: 'Berichtigung', content: words, feedValues };
  await createDraft(server.app.db, draft);
  const asked = fixtures['ayrshare']!.fake.requests.length;
  const { previewReport } = await (await server.as('crisis_manager')).run(
    'query ($report: ID!) { previewReport(report: $report) { parts { place text } losses { loss places } } }',
    { report: String(report.id) },
  );
  assert.deepEqual(previewReport[0], {
    parts: [
      { place: 'Bluesky', text },
      { place: 'Facebook', text: `${text}\n\n${address}` },
    ],
    losses: [{ loss: 'loss_reference', places: ['Bluesky'] }],
  });
  assert.equal(fixtures['ayrshare']!.fake.requests.length, asked, 'a preview asks nobody');
});

test('Ayrshare: counts emoji twice for X, and splits too long a text into a thread', async () => {
  const { posts } = fixtures['ayrshare']!.fake as Ayrshare;
  const channel = await createChannel('ayrshare', { platforms: 'twitter' });
  const sentence = `${'🚒'.repeat(10)} ${'x'.repeat(220)}`;
  assert.equal((await settled(await post(channel, sentence))).status, 'sent');
  assert.equal(posts.at(-1)!.body['twitterOptions'], undefined);
  assert.equal((await settled(await post(channel, `${sentence}${'y'.repeat(25)}`))).status, 'sent');
  assert.deepEqual(posts.at(-1)!.body['twitterOptions'], { thread: true, threadNumber: true });
});

test('Ayrshare: a post that only some networks accepted waits for an operator', async () => {
  const channel = await createChannel('ayrshare');
  const { posts, refusing } = fixtures['ayrshare']!.fake as Ayrshare;
  refusing.add('facebook');
  const some = await settled(await post(channel, 'Nur manche.'));
  assert.deepEqual([some.status, some.statusReason], ['failed', 'outcome_unknown']);
  assert.deepEqual(Object.keys(posts.at(-1)!.texts), ['bluesky']);
  refusing.add('bluesky');
  const none = await settled(await post(channel, 'Keiner.'));
  assert.deepEqual([none.status, none.statusReason], ['failed', 'message_rejected']);
  refusing.clear();
  const tooLong = await settled(await post(channel, 'x'.repeat(400)));
  assert.deepEqual(
    [tooLong.status, tooLong.statusReason],
    ['failed', 'message_too_large'],
    'Bluesky takes no threads there',
  );
});

test('shows the account behind a channel; a test message is no public post', async () => {
  const query = `query ($id: ID!) { socialMediaAccount(channel: $id) {
    title plan email socialAccounts { platform displayName profileUrl } } }`;
  const test = 'mutation ($id: ID!) { testChannel(id: $id, address: "") }';
  const shown: Record<string, unknown> = {};
  for (const provider of ['mastodon', 'bluesky', 'ayrshare']) {
    const id = await createChannel(provider);
    shown[provider] = (await administrator.run(query, { id })).socialMediaAccount;
    assert.deepEqual((await administrator.run(test, { id })).testChannel, { ok: true });
  }
  const { statuses } = fixtures['mastodon']!.fake as Mastodon;
  assert.equal(statuses.at(-1)!.visibility, 'direct');
  const name = 'Klinikum Nord';
  assert.deepEqual(shown, {
    mastodon: {
      title: name,
      plan: null,
      email: null,
      socialAccounts: [{ platform: 'mastodon', displayName: name, profileUrl: 'https://mastodon.test/@klinikum' }],
    },
    bluesky: {
      title: name,
      plan: null,
      email: 'presse@klinikum.example',
      socialAccounts: [
        { platform: 'bluesky', displayName: name, profileUrl: 'https://bsky.app/profile/klinikum.bsky.test' },
      ],
    },
    ayrshare: {
      title: name,
      plan: 'business',
      email: 'presse@klinikum.example',
      socialAccounts: [
        { platform: 'bluesky', displayName: name, profileUrl: null },
        { platform: 'facebook', displayName: 'Klinikum', profileUrl: 'https://www.facebook.com/klinikum' },
      ],
    },
  });
});

test('reports an account that cannot be read', async () => {
  const id = await createChannel('bluesky');
  const bluesky = fixtures['bluesky']!.fake;
  bluesky.misbehave({ status: 401, body: { error: 'AuthenticationRequired' } }, 1, 'createSession');
  const { errors } = await administrator.send('query ($id: ID!) { socialMediaAccount(channel: $id) { title } }', {
    id,
  });
  assert.equal(errors?.[0]?.message, 'error_channel_account');
});
