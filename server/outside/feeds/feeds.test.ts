import assert from 'node:assert/strict';
import test, { after, before, describe } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { readCap } from '#testing/cap/rules.ts';
import { createEvent, createEventType, createReport } from '#testing/factories.ts';
import { isSigned, type Receiver, startReceiver } from '#testing/fakes/receiver.ts';
import { createChannel, createDraft } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { childText, elements, readXml } from '#testing/xml.ts';

let server: TestServer;
let receiver: Receiver;
let db: Db;
let manager: TestClient;
let administrator: TestClient;
before(async () => {
  server = await startTestServer({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1', PUBLIC_URL: 'https://krise.example.org' });
  receiver = await startReceiver();
  db = server.app.db;
  manager = await server.as('crisis_manager', 'editor');
  administrator = await server.as('administrator');
  await db.updateTable('systemSettings').set({ valueStr: '0' }).where('valueKey', '=', 'undo_seconds').execute();
});
after(async () => {
  await server.stop();
  await receiver.stop();
});

const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
const warning = { areaDesc: 'Nordstadt', area: '52.1,9.1 52.2,9.1 52.2,9.2', titleEn: 'Fire', textEn: 'Stay inside.' };

const channel = (type: string, settings: object = {}) =>
  createChannel(db, type, { settings: JSON.stringify(settings) }).then(({ id }) => id);

async function webhook(): Promise<number> {
  const id = await channel('webhook');
  const update = 'mutation ($input: UpdateChannelInput!) { updateChannel(input: $input) { secretsSet } }';
  const input = { id: String(id), settings: { url: receiver.url, secret } };
  await administrator.run(update, { input });
  return id;
}

const read = `query ($id: ID!) { message(id: $id) { status percentageStatus messageResult { posts sent } } }`;
const shown = async (id: number) => (await manager.run(read, { id: String(id) })).message;

/** Sends a message and waits until sending is complete. */
async function send(draft: Parameters<typeof createDraft>[1], feedValues?: object) {
  const { id } = await createDraft(db, draft);
  if (feedValues) {
    await manager.run('mutation ($input: UpdateMessageInput!) { updateMessage(input: $input) { id } }', {
      input: { id: String(id), feedValues },
    });
  }
  await manager.run('mutation ($id: ID!, $key: String!) { sendMessage(id: $id, launchKey: $key) { _id } }', {
    id: String(id),
    key: `feeds-${id}`,
  });
  const message = await until(async () => {
    const now = await shown(id);
    return /^(queued|sending)$/.test(now.status) ? undefined : now;
  });
  return { id, ...message };
}

const get = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers });
const pathOf = (message: { messageResult: { posts: { url: string }[] } }) =>
  message.messageResult.posts[0]!.url.replace('https://krise.example.org', '');

/** Returns a fitting text, because feeds may be two seconds old. */
const said = (path: string, fits: (text: string) => boolean) =>
  until(async () => {
    const text = await (await get(path)).text();
    return fits(text) ? text : undefined;
  });

describe('published texts', () => {
  let feed: number;
  let cap: number;
  let hook: number;
  let event: { id: number; eventTypeId: number | null };
  before(async () => {
    feed = await channel('webfeed', { title: 'Aktuelle Lage', description: 'Meldungen für alle' });
    cap = await channel('cap', { sender: 'warnung@example.org' });
    hook = await webhook();
    const { id: eventTypeId } = await createEventType(db);
    event = await createEvent(db, { eventTypeId });
  });

  test('publishes information, corrections and all-clear on page, Atom, RSS, CAP and webhook', async () => {
    const tell = async (type: string, title: string, values: object) => {
      const { id: reportId } = await createReport(db, { type, eventId: event.id });
      const content = 'Bitte <Fenster> & Türen schließen.\nMehr: https://example.org/lage';
      const draft = { reportId, title, content };
      return {
        page: await send({ ...draft, channelId: feed }, values),
        cap: await send({ ...draft, channelId: cap }, { ...warning, ...values }),
        hook: await send({ ...draft, channelId: hook }),
      };
    };
    const first = await tell('public_information', 'Rauch über der Stadt', {});
    assert.deepEqual([first.page.status, first.page.messageResult.sent], ['sent', 1]);
    const second = await tell('public_information', 'Rauch nur im Norden', { relation: 'update' });
    const third = await tell('all_clear', 'Kein Rauch mehr', {});

    const page = await said(`/public/${feed}?lang=de`, (text) => text.includes('Kein Rauch mehr'));
    const order = ['Kein Rauch mehr', 'Rauch nur im Norden', 'Rauch über der Stadt'].map((title) =>
      page.indexOf(title),
    );
    assert.deepEqual(
      order,
      order.toSorted((a, b) => a - b),
    );
    assert.match(page, /Entwarnung<\/span>[\s\S]*Korrektur<\/span>/);
    assert.match(page, /wurde berichtigt[\s\S]*|gibt es eine Entwarnung/);
    assert.match(page, /&lt;Fenster&gt; &amp; Türen[\s\S]*<a href="https:\/\/example.org\/lage">/);
    assert.doesNotMatch(page, /<script|ÜBUNG/);
    assert.match(
      await (await get(pathOf(first.page))).text(),
      new RegExp(pathOf(second.page)),
      'leads to what came after',
    );

    const atom = readXml(await (await get(`/public/${feed}/atom.xml`)).text());
    const entries = elements(atom, 'entry');
    assert.deepEqual(
      entries.map((entry) => childText(entry, 'title')),
      ['Entwarnung: Kein Rauch mehr', 'Korrektur: Rauch nur im Norden', 'Rauch über der Stadt'],
    );
    assert.equal(childText(entries[2]!, 'id'), `urn:uuid:${pathOf(first.page).split('/').at(-1)}`);
    assert.ok(
      childText(entries[2]!, 'updated')! > childText(entries[2]!, 'published')! ||
        entries[2]!.text.includes('berichtigt'),
    );
    const rss = readXml(await (await get(`/public/${feed}/rss.xml`)).text());
    assert.equal(elements(elements(rss, 'channel')[0]!, 'item').length, 3);

    const documents = await Promise.all(
      [first, second, third].map(async ({ cap: sent }) => readCap(await (await get(`${pathOf(sent)}.xml`)).text())),
    );
    assert.deepEqual(
      documents.map((document) => childText(document, 'msgType')),
      ['Alert', 'Update', 'Cancel'],
    );
    const name = (at: number) =>
      ['sender', 'identifier', 'sent'].map((part) => childText(documents[at]!, part)).join(',');
    assert.equal(childText(documents[1]!, 'references'), name(0));
    assert.equal(childText(documents[2]!, 'references'), `${name(0)} ${name(1)}`);
    const infos = elements(documents[0]!, 'info');
    assert.deepEqual(
      infos.map((info) => [childText(info, 'language'), childText(info, 'headline')]),
      [
        ['de-DE', 'Rauch über der Stadt'],
        ['en-GB', 'Fire'],
      ],
    );
    assert.equal(elements(infos[0]!, 'area')[0]!.children[1]!.text, '52.1,9.1 52.2,9.1 52.2,9.2 52.1,9.1');

    const request = await receiver.wait(({ body }) => body.includes('Rauch über der Stadt'));
    assert.ok(isSigned(request, secret));
    const body = JSON.parse(request.body);
    assert.deepEqual([body.type, body.data.mode, body.data.event.id], ['message.published', 'LIVE', event.id]);
    assert.equal(body.data.message.id, first.hook.id);
  });

  test('the English part of a warning names the kind of event in English', async () => {
    const { id: eventTypeId } = await createEventType(db, { name: 'Trinkwasser', nameEn: 'Drinking water' });
    const { id: eventId } = await createEvent(db, { name: 'Keime im Netz', eventTypeId });
    const { id: reportId } = await createReport(db, { type: 'public_information', eventId });
    const draft = { reportId, channelId: cap, title: 'Trinkwasser abkochen', content: 'Bitte abkochen.' };
    const sent = await send(draft, { ...warning, titleEn: 'Boil drinking water', textEn: 'Please boil.' });
    const document = readCap(await said(`${pathOf(sent)}.xml`, (text) => text.startsWith('<?xml')));
    assert.deepEqual(
      elements(document, 'info').map((info) => ['language', 'event', 'headline'].map((part) => childText(info, part))),
      [
        ['de-DE', 'Trinkwasser', 'Trinkwasser abkochen'],
        ['en-GB', 'Drinking water', 'Boil drinking water'],
      ],
    );
  });

  test('a correction replaces only its original; the all-clear is in both languages', async () => {
    const { id: eventId } = await createEvent(db, { name: 'Hochwasser', eventTypeId: event.eventTypeId });
    const tell = async (title: string) => {
      const { id: reportId } = await createReport(db, { type: 'public_information', eventId });
      const draft = { reportId, title, content: 'Bitte meiden Sie den Fluss.' };
      const { id, ...sent } = await send({ ...draft, channelId: cap }, { ...warning, instruction: 'Weg vom Ufer' });
      return { reportId, sent };
    };
    const [north, south] = [await tell('Pegel im Norden'), await tell('Pegel im Süden')];
    const follow = `mutation ($report: ID!, $kind: FollowUpKind!) { createFollowUp(report: $report, kind: $kind) {
      _id messages { edges { node { _id } } } } }`;
    const launch = 'mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { _id } }';
    const after = async (report: number, kind: 'CORRECTION' | 'ALL_CLEAR') => {
      const { createFollowUp: draft } = await manager.run(follow, { report: String(report), kind });
      await manager.run(launch, { id: String(draft._id), key: `after-${draft._id}` });
      const message = await until(async () => {
        const now = await shown(draft.messages.edges[0].node._id);
        return /^(queued|sending)$/.test(now.status) ? undefined : now;
      });
      return { reportId: draft._id, sent: message };
    };
    const corrected = await after(south.reportId, 'CORRECTION');
    const again = await after(corrected.reportId, 'CORRECTION');
    const over = await after(north.reportId, 'ALL_CLEAR');
    const [first, second, update, next, cancel] = await Promise.all(
      [north, south, corrected, again, over].map(async ({ sent }) =>
        // Feeds are cached and follow shortly after the publication.
        readCap(
          await until(async () => {
            const page = await get(`${pathOf(sent)}.xml`);
            return page.ok ? page.text() : undefined;
          }),
        ),
      ),
    );
    const name = (of: typeof first) => ['sender', 'identifier', 'sent'].map((part) => childText(of!, part)).join(',');
    assert.deepEqual(
      [update, next, cancel].map((one) => [childText(one!, 'msgType'), childText(one!, 'references')]),
      [
        ['Update', name(second)],
        ['Update', `${name(second)} ${name(update)}`],
        ['Cancel', [first, second, update, next].map(name).join(' ')],
      ],
    );
    const said = (of: typeof first, part: string) => elements(of!, 'info').map((info) => childText(info, part));
    assert.deepEqual(said(update, 'headline'), ['Korrektur: Pegel im Süden', 'Correction: Fire']);
    assert.match(said(cancel, 'headline').join(), /^Entwarnung: Ereignistyp \d+,All-clear: Ereignistyp \d+$/);
    assert.deepEqual(said(cancel, 'instruction'), [null, null], 'advice does not come again with the end');
  });

  test('checks required settings of a channel when it is saved and before sending', async () => {
    const { id: reportId } = await createReport(db, { type: 'public_information', eventId: event.id });
    const { id } = await createDraft(db, { reportId, channelId: cap, content: 'Guten Tag {{ person.lastName }}' });
    const update = 'mutation ($input: UpdateMessageInput!) { updateMessage(input: $input) { feedValues } }';
    const save = (feedValues: unknown) => manager.send(update, { input: { id: String(id), feedValues } });
    const wrong = await save({ area: '50,8 51,9 50,9 51,8', severity: 'Laut', expires: 0, colour: 'red' });
    assert.deepEqual(wrong.errors![0]!.extensions.fields, {
      area: 'error_area_crossed',
      severity: 'error_unknown_choice',
      expires: 'error_invalid_number',
      colour: 'error_unknown_field',
    });
    assert.equal((await save([1])).errors![0]!.message, 'error_invalid_input');
    const kept = await save({ area: '50,8 51,8 51,9', severity: null });
    assert.deepEqual(kept.data.updateMessage.feedValues, { area: '50,8 51,8 51,9 50,8', severity: null });
    const blockers = async () =>
      (await manager.run('query ($id: ID!) { preflight(message: $id) { blockers } }', { id: String(id) })).preflight
        .blockers;
    assert.deepEqual(await blockers(), ['error_personal_in_post', 'error_feed_missing']);
    const content = 'Guten Tag';
    await manager.run(update, { input: { id: String(id), content, feedValues: { areaDesc: 'Hafen' } } });
    assert.deepEqual(await blockers(), []);
    const { title } = await db.selectFrom('messages').select('title').where('id', '=', id).executeTakeFirstOrThrow();
    const prepare = (prepared: string | null) =>
      db.updateTable('reports').set({ prepared }).where('id', '=', reportId).execute();
    await prepare(JSON.stringify({ de: { title, content }, en: { title, content: 'Hello {{ person.lastName }}' } }));
    assert.deepEqual(await blockers(), ['error_personal_in_post'], 'in another language, too');
    await prepare(null);
    await db.updateTable('messages').set({ feedValues: '{"areaDesc":"x","area":"?"}' }).where('id', '=', id).execute();
    assert.deepEqual(await blockers(), ['error_feed_invalid'], 'whatever stands there by now');
    const { channel: seen } = await manager.run('query ($id: ID!) { channel(id: $id) { feedFields publicUrl } }', {
      id: String(cap),
    });
    assert.equal(seen.publicUrl, `https://krise.example.org/public/${cap}`);
    assert.ok(seen.feedFields.some(({ name }: { name: string }) => name === 'areaDesc'));
  });

  test('each kind of event has its own feed in both languages', async () => {
    const { id: eventTypeId, name } = await createEventType(db);
    const other = await createEvent(db, { eventTypeId });
    const { id: reportId } = await createReport(db, { type: 'public_information', eventId: other.id });
    await send({ reportId, channelId: feed, title: 'Nur hier' }, { titleEn: 'Only here', textEn: 'In English' });
    const page = await said(`/public/${feed}/type/${eventTypeId}?lang=en`, (text) => text.includes('Only here'));
    assert.ok(page.includes('<html lang="en"') && page.includes(name) && !page.includes('Rauch'));
    const atom = readXml(await (await get(`/public/${feed}/type/${eventTypeId}/atom.xml`)).text());
    const whole = readXml(await (await get(`/public/${feed}/atom.xml`)).text());
    assert.equal(elements(atom, 'entry').length, 1);
    assert.notEqual(childText(atom, 'id'), childText(whole, 'id'));
    assert.equal((await get(`/public/${feed}/type/999999`)).status, 404);
  });

  test('supports conditional requests and short caching', async () => {
    for (const path of [
      `/public/${feed}`,
      `/public/${feed}/atom.xml`,
      `/public/${feed}/rss.xml`,
      `/public/${cap}/atom.xml`,
    ]) {
      const response = await get(path);
      assert.match(response.headers.get('cache-control')!, /^public, max-age=\d+/);
      assert.equal(response.headers.get('x-robots-tag'), null);
      const again = await get(path, { 'if-none-match': `W/${response.headers.get('etag')!}` });
      assert.deepEqual([again.status, await again.text()], [304, '']);
      assert.equal((await get(path, { 'if-none-match': '"other"' })).status, 200);
    }
  });

  test('returns nothing for unknown or inactive channels and those that address people', async () => {
    const inactive = await createChannel(db, 'webfeed', { isActive: false });
    const mail = await channel('email');
    for (const path of [
      `/public/${inactive.id}`,
      `/public/${mail}`,
      '/public/999999',
      '/public/x',
      '/public',
      `/public/${feed}/x`,
    ]) {
      const response = await get(path, { 'accept-language': 'en' });
      assert.equal(response.status, 404, path);
      assert.match(await response.text(), /This page does not exist/);
      assert.equal(response.headers.get('cache-control'), 'no-store');
    }
  });

  test('an exercise publishes nothing and calls no one', async () => {
    const exercise = await createEvent(db, { mode: 'EXERCISE' });
    const requests = receiver.got.length;
    for (const channelId of [feed, cap, hook]) {
      const { id: reportId } = await createReport(db, { type: 'public_information', eventId: exercise.id });
      const values = channelId === cap ? warning : undefined;
      const { messageResult } = await send({ reportId, channelId, title: 'Nur geübt' }, values);
      assert.equal(messageResult.posts, null);
    }
    const { rows } = await sql`select 1 from publications where event_id = ${exercise.id}`.execute(db);
    assert.equal(rows.length, 0);
    assert.equal(receiver.got.length, requests);
    const { rows: kept } = await sql`select 1 from exercise_messages where subject like '%Nur geübt'`.execute(db);
    assert.equal(kept.length, 3);
  });
});

test('a page of an untitled feed describes its content and shows the organisation once', async () => {
  const untitled = await channel('webfeed');
  await said(`/public/${untitled}`, (page) => page.includes('<h1>Meldungen</h1>'));
  for (const [language, heading] of [
    ['de', 'Meldungen'],
    ['en', 'Messages'],
  ]) {
    const page = await (await get(`/public/${untitled}?lang=${language}`)).text();
    const body = page.split('</head>')[1]!;
    const [, organisation] = /<header[^>]*><p>([^<]+)<\/p>/.exec(body)!;
    assert.equal(/<h1>([^<]+)<\/h1>/.exec(body)![1], heading);
    assert.equal(body.split(organisation!).length - 1, 1);
    assert.match(page, new RegExp(`<title>${organisation}</title>`));
  }
});
