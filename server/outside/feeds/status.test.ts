import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { storeFile } from '#server/api/files/store.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { createEvent, createEventType, createReport } from '#testing/factories.ts';
import { createChannel, createDraft } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';

let server: TestServer;
let db: Db;
let manager: TestClient;
let feed: number;
let cap: number;
before(async () => {
  server = await startTestServer({ PUBLIC_URL: 'https://krise.example.org' });
  db = server.app.db;
  manager = await server.as('crisis_manager', 'editor');
  await db.updateTable('systemSettings').set({ valueStr: '0' }).where('valueKey', '=', 'undo_seconds').execute();
});
after(() => server.stop());

const get = (path = '/status', headers: Record<string, string> = {}) => fetch(server.url + path, { headers });

/** Returns a fitting text, because pages may be two seconds old. */
const said = (fits: (text: string) => boolean, path = '/status?lang=de') =>
  until(async () => {
    const text = await (await get(path)).text();
    return fits(text) ? text : undefined;
  });

/** Publishes a text on a channel by sending a report. */
async function tell(eventId: number, title: string, { type = 'public_information', on = feed, values = {} } = {}) {
  const { id: reportId } = await createReport(db, { type, eventId });
  const { id } = await createDraft(db, { reportId, channelId: on, title, content: `Was ist: ${title} & mehr` });
  await manager.run('mutation ($input: UpdateMessageInput!) { updateMessage(input: $input) { id } }', {
    input: { id: String(id), feedValues: values },
  });
  await manager.run('mutation ($id: ID!, $key: String!) { sendMessage(id: $id, launchKey: $key) { _id } }', {
    id: String(id),
    key: `status-${id}`,
  });
  await until(async () => {
    const { message } = await manager.run('query ($id: ID!) { message(id: $id) { status } }', { id: String(id) });
    return /^(queued|sending)$/.test(message.status) ? undefined : message;
  });
}

test('without a web feed there is no status page, and a plain page reports it', async () => {
  cap = (await createChannel(db, 'cap', { settings: JSON.stringify({ sender: 'warnung@example.org' }) })).id;
  const answer = await get('/status', { 'accept-language': 'en' });
  assert.equal(answer.status, 404);
  assert.match(await answer.text(), /This page does not exist/);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
});

test('an empty feed shows that there is nothing and where to subscribe, in the reader’s language', async () => {
  feed = (await createChannel(db, 'webfeed', { settings: JSON.stringify({ title: 'Lage am Klinikum' }) })).id;
  await db
    .updateTable('systemSettings')
    .set({ valueStr: 'Klinikum <Nord>' })
    .where('valueKey', '=', 'organisation_name')
    .execute();
  const german = await said((text) => text.includes('Aktuelle Meldungen'));
  assert.match(german, /<html lang="de"/);
  assert.match(german, /Zurzeit gibt es keine Meldungen\./);
  assert.match(german, /Klinikum &lt;Nord&gt;/);
  assert.doesNotMatch(german, /<script|Zuletzt geändert/);
  for (const format of ['atom', 'rss']) assert.ok(german.includes(`href="/public/${feed}/${format}.xml?lang=de"`));
  assert.ok(german.includes(`href="/public/${cap}/atom.xml?lang=de"`));
  const english = await (await get('/status', { 'accept-language': 'en-GB,en;q=0.9' })).text();
  assert.match(english, /<html lang="en"[\s\S]*There are no messages at the moment\./);
});

test('lists web feeds of running events, corrections first, without exercises or warnings', async () => {
  const { id: eventTypeId, name } = await createEventType(db);
  const event = await createEvent(db, { eventTypeId, name: 'Intern: Brand bei Herrn Müller' });
  const ended = await createEvent(db);
  const exercise = await createEvent(db, { mode: 'EXERCISE' });
  await tell(event.id, 'Rauch über der Stadt', { values: { titleEn: 'Smoke over the town', textEn: 'Stay inside.' } });
  await tell(event.id, 'Rauch nur im Norden', { values: { relation: 'update' } });
  await tell(ended.id, 'Längst vorbei');
  await tell(exercise.id, 'Nur geübt');
  const values = { areaDesc: 'Nordstadt', area: '52.1,9.1 52.2,9.1 52.2,9.2' };
  await tell(event.id, 'Nur als Warnung', { on: cap, values });
  const both = await said((text) => text.includes('Rauch nur im Norden') && text.includes('Längst vorbei'));
  assert.ok(both.includes(`<h2>${name}</h2>`));
  assert.match(both, /Zuletzt geändert am <time datetime="/);
  await manager.run('mutation ($id: ID!) { finishEvent(id: $id) { id } }', { id: String(ended.id) });
  const page = await said((text) => !text.includes('Längst vorbei'));
  assert.doesNotMatch(page, /Nur geübt|ÜBUNG|Nur als Warnung|Herrn Müller/);
  assert.match(page, /Rauch nur im Norden[\s\S]*<details><summary>Eine frühere Meldung<[\s\S]*Rauch über der Stadt/);
  assert.match(page, /Was ist: Rauch nur im Norden &amp; mehr/);
  const english = await (await get('/status?lang=en')).text();
  assert.match(english, /Smoke over the town[\s\S]*Stay inside\./);
  const second = await createChannel(db, 'webfeed');
  await tell(event.id, 'Rauch nur im Norden', { on: second.id });
  await tell(event.id, 'Noch etwas', { on: second.id });
  const more = await said((text) => text.includes('Noch etwas'));
  assert.equal(more.split('Was ist: Rauch nur im Norden').length - 1, 2, 'a correction, and what stands for itself');
});

test('valid entries stay with their address after any number of newer and replaced ones', async () => {
  const event = await createEvent(db);
  await tell(event.id, 'Wasser abkochen');
  await sql`
    with first as (select p.*, r.message_id, r.report_id, r.lane, r.nonce from publications p
      join message_recipients r on r.id = p.recipient_id where p.event_id = ${event.id}),
    later as (
      insert into message_recipients (message_id, report_id, channel_id, target_address, address_norm, lane, status, nonce)
      select message_id, report_id, channel_id, 'x' || n, 'x' || n, lane, 'sent', nonce
      from first, generate_series(1, 600) n returning id)
    insert into publications (channel_id, recipient_id, event_id, kind, texts, published_at, replaced_at)
    select f.channel_id, l.id, f.event_id, 'update',
      jsonb_build_array(jsonb_build_object('language', 'de', 'title', 'Pegel ' || l.id, 'text', 'Stand')), now(), now()
    from first f, later l`.execute(db);
  const page = await said((text) => text.includes('Pegel '));
  assert.equal(page.split('>Pegel ').length - 1, 200, 'of what was replaced the newest');
  const [, address] = /<h3><a href="([^"]+)">Wasser abkochen</.exec(page) ?? [];
  assert.ok(address, 'what holds');
  const answer = await get(address.replaceAll('&amp;', '&'));
  assert.deepEqual([answer.status, (await answer.text()).includes('Wasser abkochen')], [200, true]);
});

test('supports conditional requests and caches the organisation’s logo like the page', async () => {
  const content = Buffer.from('not really a picture');
  const file = await storeFile(db, { content, mimeType: 'image/png', name: 'logo.png', insertedBy: null });
  await db.updateTable('systemSettings').set({ fileId: file.id }).where('valueKey', '=', 'system_logo').execute();
  await said((text) => text.includes('/status/logo/'));
  const first = await get();
  assert.match(first.headers.get('cache-control')!, /^public, max-age=\d+/);
  assert.equal(first.headers.get('x-robots-tag'), null);
  assert.match(first.headers.get('content-security-policy')!, /default-src 'none';.*; img-src 'self'$/);
  const again = await get('/status', { 'if-none-match': first.headers.get('etag')! });
  assert.deepEqual([again.status, await again.text()], [304, '']);
  const [, path] = /src="(\/status\/logo\/[\w-]+)"/.exec(await first.text())!;
  const logo = await get(path);
  assert.deepEqual([logo.headers.get('content-type'), await logo.text()], ['image/png', String(content)]);
  assert.equal((await get(path, { 'if-none-match': logo.headers.get('etag')! })).status, 304);
  const other = await storeFile(db, { content: Buffer.from('y'), mimeType: 'image/png', name: 'y', insertedBy: null });
  assert.equal((await get(`/status/logo/${other.key}`)).status, 404, 'no other file');
  assert.equal((await fetch(`${server.url}/status`, { method: 'POST' })).status, 405);
});

test('any number of concurrent readers neither takes nor waits for slots of signed-in users', async () => {
  const { gate } = server.app.pools.pages;
  const entering: Promise<() => void>[] = [];
  // fills all places while one request waits
  while (!gate.waiting) entering.push(gate.enter().catch(() => () => {}));
  const read = async (path: string) => {
    const answer = await get(path);
    await answer.arrayBuffer();
    return answer.status;
  };
  const readers = Array.from({ length: 500 }, (_, at) => read(at % 2 ? '/status' : `/public/${feed}`));
  assert.deepEqual([...new Set(await Promise.all(readers))], [200]);
  assert.ok(gate.waiting <= 1);
  for (const place of entering) (await place)();
});
