import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { createGroup, createPerson, createUser } from '#testing/factories.ts';
import { createChannel } from '#testing/messages.ts';
import { takeMail } from '#testing/rest.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { uploadCsv } from '#testing/uploads.ts';

let server: TestServer;
let manager: TestClient;
let managerMail: string;

before(async () => {
  server = await startTestServer();
  const user = await createUser(server.app.db, { roles: ['contact_manager'] });
  managerMail = user.email;
  manager = await server.client(user.id);
});
after(() => server.stop());

let count = 0;

/** A person with the mailed link. */
async function invited(values: Parameters<typeof createPerson>[1] = {}) {
  const email = `eigene.daten${++count}@example.org`;
  const person = await createPerson(server.app.db, { email, mobile: '+4915123456789', ...values });
  const link = await sendLink(person.id, email);
  return { id: person.id, email, link };
}

async function sendLink(id: number, email: string): Promise<string> {
  await manager.run(`mutation { updatePerson(input: { id: ${id}, sendRegistrationMail: true }) { isEmailSent } }`);
  return /https?:\S+\/p\/[\w-]{22}/.exec((await takeMail(server, email)).text)![0];
}

const open = (link: string, headers: Record<string, string> = {}) => fetch(link, { headers });
const html = async (link: string) => (await open(link)).text();

/** A form's fields as sent by a browser, with changes. */
function fieldsIn(page: string, entered: Record<string, string> = {}): URLSearchParams {
  const form = /<form.*?<\/form>/s.exec(page)![0];
  const fields = new URLSearchParams();
  const text = (source: string) => source.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&lt;', '<');
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    fields.append(/name="([^"]*)"/.exec(tag)![1]!, text(/value="([^"]*)"/.exec(tag)![1]!));
  }
  for (const [, name, value] of form.matchAll(/<textarea name="([^"]*)"[^>]*>(.*?)<\/textarea>/gs)) {
    fields.append(name!, text(value!));
  }
  for (const [name, value] of Object.entries(entered)) fields.set(name, value);
  return fields;
}

const submit = async (link: string, fields: URLSearchParams, headers: Record<string, string> = {}) => {
  const answer = await fetch(link, { method: 'POST', body: fields, headers });
  return { status: answer.status, page: await answer.text() };
};
const act = async (link: string, action: string) => submit(link, fieldsIn(await html(link), { action }));
const personOf = async (id: number) =>
  (
    await manager.run(
      `{ person(id: ${id}) { firstName optedOut deletionRequestedAt version personData { keyField { identifier } valueStr } } }`,
    )
  ).person;

test('a person sees their stored data, and looking changes nothing', async () => {
  const { id, link } = await invited({ firstName: 'Änne "<b>"' });
  await createGroup(server.app.db, { name: 'Küchen & Co', members: [id] });
  const before = await personOf(id);
  for (let look = 0; look < 3; look++) await html(link);
  const page = await html(link);
  assert.deepEqual(await personOf(id), before);
  assert.match(page, /<html lang="de">/);
  assert.ok(page.includes('value="Änne &quot;&lt;b&gt;&quot;"'));
  assert.ok(page.includes('value="01512 3456789"'), 'numbers are shown as people write them');
  assert.ok(page.includes('<li>Küchen &amp; Co</li>'));
  const answer = await open(`${link}?lang=en`);
  assert.match(await answer.text(), /<html lang="en">.*Your contact data/s);
  assert.match(answer.headers.get('content-security-policy')!, /^default-src 'none'/);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.equal(answer.headers.get('referrer-policy'), 'no-referrer');
});

test('saves a correction by the rules and notifies both sides, the person at the former address', async () => {
  const { id, link, email } = await invited();
  const first = await submit(
    link,
    fieldsIn(await html(link), { firstName: 'Neu', 'data-1': 'neu@example.org', 'data-5': '0151 1' }),
  );
  assert.equal(first.status, 400);
  assert.match(first.page, /value="0151 1"/, 'what was entered is still there');
  assert.match(first.page, /aria-invalid="true" aria-describedby="data-5-fault"/);
  assert.equal((await personOf(id)).version, 1);
  const second = await submit(link, fieldsIn(first.page, { 'data-5': '0160 1234567' }));
  assert.equal(second.status, 200);
  assert.match(second.page, /Ihre Änderungen sind gespeichert/);
  const person = await personOf(id);
  assert.deepEqual([person.firstName, person.version], ['Neu', 2]);
  const values = person.personData.map(({ valueStr }: { valueStr: string }) => valueStr);
  assert.deepEqual(values, ['neu@example.org', '+491601234567']);
  const told = await takeMail(server, managerMail);
  assert.match(told.subject, /Neu Nummer \d+ hat die eigenen Kontaktdaten geändert/);
  assert.match(told.text, /Vorname, E-Mail \(dienstlich\), Mobil \(dienstlich\)/);
  assert.ok(told.text.includes(`/#/person/${id}`));
  assert.ok(!told.text.includes('neu@example.org'), 'the mail names fields, not values');
  assert.match((await takeMail(server, email)).subject, /Ihre Kontaktdaten wurden geändert/);
  const again = await submit(link, fieldsIn(await html(link)));
  assert.match(again.page, /Es hat sich nichts geändert/);
  assert.equal((await personOf(id)).version, 2);
});

test('saving an older state shows the newer one, and nothing is lost', async () => {
  const { id, link } = await invited();
  const fields = fieldsIn(await html(link), { firstName: 'Von mir' });
  await manager.run(`mutation { updatePerson(input: { id: ${id}, firstName: "Von dort" }) { version } }`);
  const answer = await submit(link, fields);
  assert.equal(answer.status, 409);
  assert.ok(answer.page.includes('value="Von dort"') && !answer.page.includes('Von mir'));
  assert.equal((await personOf(id)).firstName, 'Von dort');
});

test('a person objects, asks for erasure and withdraws both', async () => {
  const { id, link } = await invited({ isCrisis: true });
  const objected = await act(link, 'withdraw');
  assert.match(objected.page, /Sie haben Nachrichten widersprochen.[^<]*Alarme erreichen Sie weiterhin/);
  assert.equal((await personOf(id)).optedOut, true);
  assert.match((await takeMail(server, managerMail)).text, /Widerspruch: keine Nachrichten mehr/);
  assert.match((await act(link, 'erase')).page, /um Löschung Ihrer Daten gebeten/);
  assert.match((await takeMail(server, managerMail)).text, /Bitte um Löschung/);
  const asked = `{ people(deletionRequested: true) { edges { node { _id } } } }`;
  assert.deepEqual((await manager.run(asked)).people.edges, [{ node: { _id: id } }]);
  const editor = await server.as('editor');
  assert.deepEqual((await editor.run(asked)).people.edges, []);
  assert.equal((await editor.run(`{ person(id: ${id}) { deletionRequestedAt } }`)).person.deletionRequestedAt, null);
  await act(link, 'keep');
  assert.deepEqual(await personOf(id).then(({ optedOut, deletionRequestedAt }) => [optedOut, deletionRequestedAt]), [
    true,
    null,
  ]);
  await act(link, 'rejoin');
  const version = (await personOf(id)).version;
  await act(link, 'rejoin');
  const after = await personOf(id);
  assert.deepEqual([after.optedOut, after.version], [false, version], 'the same again is no change');
});

test('only the newest link of a person is valid, until it expires or the data is erased', async () => {
  const { id, email, link } = await invited();
  const newer = await sendLink(id, email);
  const old = await open(link);
  assert.equal(old.status, 404);
  assert.match(await old.text(), /Dieser Link gilt nicht/);
  assert.equal((await open(newer)).status, 200);
  const tokens = server.app.db.updateTable('personTokens').where('personId', '=', id);
  await tokens.set({ expiresAt: new Date(Date.now() - 1000) }).execute();
  assert.equal((await open(newer)).status, 404);
  assert.equal((await open(`${server.url}/p/kurz`)).status, 404);
  await tokens.set({ expiresAt: new Date(Date.now() + 60_000) }).execute();
  const fields = fieldsIn(await html(newer));
  await manager.run(`mutation { erasePerson(id: ${id}) }`);
  assert.equal((await open(newer)).status, 404);
  assert.equal((await submit(newer, fields)).status, 404);
});

test('a link ends when another user changes the mail address or switches the person off', async () => {
  const change = (id: number, fields: string) =>
    manager.run(`mutation { updatePerson(input: { id: ${id}, ${fields} }) { _id } }`);
  const moved = await invited();
  await change(moved.id, 'firstName: "Nur der Name"');
  assert.equal((await open(moved.link)).status, 200);
  const keyField = (
    await server.app.db
      .selectFrom('personDataTypes')
      .select('id')
      .where('identifier', '=', 'email_business')
      .executeTakeFirstOrThrow()
  ).id;
  await change(moved.id, `personData: [{ keyField: "${keyField}", valueStr: "richtig${count}@example.org" }]`);
  assert.equal((await open(moved.link)).status, 404);
  const [off, bulk] = [await invited(), await invited()];
  await manager.run(`mutation { deletePerson(id: ${off.id}) { _id } }`);
  assert.equal((await open(off.link)).status, 404);
  await manager.run(`mutation { deactivatePeople(people: [${bulk.id}]) { changed } }`);
  assert.equal((await open(bulk.link)).status, 404);
  const listed = await invited({ firstName: 'Liste', lastName: 'Datei', externalId: 'L-1' });
  const csv = 'Externe Nummer;Vorname;Nachname;E-Mail (dienstlich)\nL-1;Liste;Datei;neu.aus.datei@example.org\n';
  assert.equal((await uploadCsv(server, await server.as('administrator'), csv, { dryRun: false })).errors, undefined);
  await until(async () => (await open(listed.link)).status === 404);
});

test('a form from elsewhere, without token or truncated changes nothing forbidden', async () => {
  const { id, link } = await invited();
  const fields = fieldsIn(await html(link), { firstName: 'Fremd' });
  assert.equal((await submit(link, fields, { 'sec-fetch-site': 'cross-site' })).status, 403);
  const unmarked = new URLSearchParams(fields);
  unmarked.delete('mark');
  assert.equal((await submit(link, unmarked)).status, 400);
  assert.notEqual((await personOf(id)).firstName, 'Fremd');
  const cut = new URLSearchParams([...fields].filter(([name]) => !name.startsWith('data-')));
  assert.equal((await submit(link, cut)).status, 200);
  const after = await personOf(id);
  assert.deepEqual([after.firstName, after.personData.length], ['Fremd', 2], 'missing fields are not emptied');
});

test('slows down guessing of links', async () => {
  const statuses = new Set<number>();
  for (let n = 0; n < 25; n++) {
    statuses.add((await open(`${server.url}/p/${String(n).padStart(22, 'x')}`)).status);
  }
  assert.deepEqual([...statuses], [404, 429]);
});

test('a person orders their alarm channels, each once, in both languages, and a mail reports it', async () => {
  const { db } = server.app;
  await db.updateTable('channelTypes').set({ isActive: true }).where('identifier', '=', 'voice').execute();
  for (const [type, provider] of [
    ['voice', 'call-gateway'],
    ['sms', 'sms-gateway'],
  ] as const) {
    await createChannel(db, type, { settings: JSON.stringify({ provider }) });
  }
  const { id, link, email } = await invited();
  const page = await html(link);
  assert.match(page, /Wie möchten Sie alarmiert werden\?.*1\. Kanal.*2\. Kanal/s);
  assert.match(
    page,
    /<h1>Person Nummer \d+<\/h1>\n<p>Guten Tag! .*alarmiert werden\?.*Informationen erhalten\?.*Ihre Kontaktdaten<\/h2>/s,
  );
  assert.match(page, /Üblich ist diese Reihenfolge: SMS, [^.,]+\./, 'as they come one after the other, not by name');
  assert.match(
    await html(`${link}?lang=en`),
    /How do you want to be alerted\?.*Voice call.*Channel 1.*Channel 2.*Voice call</s,
  );
  const order = async () =>
    (await db.selectFrom('people').select('channelOrder').where('id', '=', id).executeTakeFirstOrThrow()).channelOrder;
  const { status } = await submit(link, fieldsIn(page, { 'channel-1': 'sms', 'channel-2': 'voice' }));
  assert.deepEqual([status, await order()], [200, ['sms', 'voice']]);
  assert.match((await takeMail(server, email)).text, /Reihenfolge der Kanäle/);
  const chosen = await html(link);
  assert.match(chosen, /<select[^>]*name="channel-1".*?<option value="sms" selected/s);
  await submit(link, fieldsIn(chosen, { 'channel-1': 'sms', 'channel-2': 'sms' }));
  assert.deepEqual(await order(), ['sms']);
  assert.match(
    (await submit(link, fieldsIn(await html(link), { 'channel-1': 'sms', 'channel-2': '' }))).page,
    /nichts geändert/,
  );
  await submit(link, fieldsIn(await html(link), { 'channel-1': 'no such', 'channel-2': '' }));
  assert.deepEqual(await order(), []);
});

test('offers a channel only when a person can have an address for it', async () => {
  const { db } = server.app;
  await createChannel(db, 'chat', { settings: JSON.stringify({ provider: 'telegram' }) });
  const { link } = await invited();
  const offered = async () => / name="inform-chat"/.test(await html(link));
  const asked = async () =>
    (await manager.run('{ alarmChannelTypes { identifier } }')).alarmChannelTypes.map(
      ({ identifier }: { identifier: string }) => identifier,
    );
  assert.deepEqual([await offered(), (await asked()).includes('chat')], [false, false]);
  const type = { identifier: 'telegram', name: 'Telegram', fieldType: 'telegram', sortOrder: 900 };
  const { id } = await db.insertInto('personDataTypes').values(type).returning('id').executeTakeFirstOrThrow();
  assert.deepEqual([await offered(), (await asked()).includes('chat')], [true, true]);
  await db.updateTable('personDataTypes').set({ isActive: false }).where('id', '=', id).execute();
  assert.equal(await offered(), false);
});

test('saves a reinterpreted number with a remark', async () => {
  const { id, link } = await invited();
  const page = await html(link);
  const saved = await submit(link, fieldsIn(page, { 'data-5': '4915185677401' }));
  assert.equal(saved.status, 200);
  assert.match(saved.page, /01518 5677401[\s\S]*Das \+ vor der Landesvorwahl fehlte/);
  const stored = (await personOf(id)).personData.map(({ valueStr }: { valueStr: string }) => valueStr);
  assert.ok(stored.includes('+4915185677401'), stored.join());
  assert.doesNotMatch(await html(link), /Landesvorwahl fehlte/, 'once is enough');
  const landline = await submit(link, fieldsIn(await html(link), { 'data-5': '0711 2781234' }));
  assert.match(landline.page, /Das ist keine Mobilnummer/);
});
