import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { PushPayload } from '#server/channels/webpush/payload.ts';
import type { Db } from '#server/platform/database/connect.ts';
import {
  createEvent,
  createGroup,
  createMailingList,
  createPerson,
  createReport,
  createUser,
} from '#testing/factories.ts';
import { type PushService, startPushService } from '#testing/fakes/push-service.ts';
import { createDraft, statusesOf } from '#testing/messages.ts';
import { createPushChannel, openOwnPage, subscribe } from '#testing/push-devices.ts';
import { takeMail } from '#testing/rest.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';

// Over the network, with a strict push service.
let server: TestServer;
let service: PushService;
let manager: TestClient;
let db: Db;
let channelId: number;
before(async () => {
  server = await startTestServer();
  service = await startPushService();
  db = server.app.db;
  channelId = await createPushChannel(server, service);
  manager = await server.as('crisis_manager');
});
after(async () => {
  assert.deepEqual(service.faults, []);
  await server.stop();
  await service.stop();
});

let launches = 0;
const launch = (reportId: number) =>
  manager.run(`mutation { sendReport(id: ${reportId}, launchKey: "push-${++launches}") { _id } }`);
const pushedTo = (endpoint: string) =>
  until(async () => service.got.find((pushed) => pushed.endpoint === endpoint)).then(
    (pushed) => JSON.parse(pushed!.payload) as PushPayload,
  );
const tell = async (news: string | null, body: unknown, method = 'POST') =>
  (
    await fetch(`${server.url}/${news}`, {
      method,
      ...(method === 'POST' ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    })
  ).status;
const board = async (reportId: number) => {
  const { report } = await manager.run(
    `{ report(id: ${reportId}) { people(first: 10) { edges { node { answer { option { code } minutes source }
      recipients { status statusReason targetAddress } } } } } }`,
  );
  return report.people.edges.map(({ node }: { node: unknown }) => node);
};

/** An alarm over push with a question. */
async function alarm(people: number[], eventId?: number): Promise<{ reportId: number; messageId: number }> {
  const report = await createReport(db, { eventId: eventId ?? (await createEvent(db)).id });
  const draft = await createDraft(db, { reportId: report.id, channelId, people, requestAnswer: true });
  await launch(report.id);
  return { reportId: report.id, messageId: draft.id };
}

test('a person turns on notifications, is alerted on a locked phone and answers by button', async () => {
  const person = await createPerson(db);
  const { endpoint } = await subscribe(server, service, person.id);
  const { reportId, messageId } = await alarm([person.id]);
  const payload = await pushedTo(endpoint);
  assert.deepEqual(
    payload.options.map(({ code, label }) => `${code} ${label}`),
    ['1 Ich komme', '2 Ich komme nicht', '3 Später / unklar'],
  );
  assert.match(payload.url!, /\/a\/[\w-]{22}$/);
  await until(async () => (await statusesOf(db, messageId))[person.id] === 'sent');
  assert.equal(await tell(payload.news, {}, 'GET'), 405, 'looking at it changes nothing');
  assert.equal(await tell(payload.news, { state: 'shown' }), 204);
  assert.equal((await statusesOf(db, messageId))[person.id], 'delivered');
  assert.equal(await tell(payload.news, { state: 'answered', option: '1' }), 204);
  assert.equal(await tell(payload.news, { state: 'answered', option: '1' }), 204, 'told twice');
  assert.equal(await tell(payload.news, { state: 'shown' }), 204, 'and late');
  assert.deepEqual(await board(reportId), [
    {
      answer: { option: { code: '1' }, minutes: null, source: 'webpush' },
      recipients: [{ status: 'read', statusReason: null, targetAddress: 'Chrome, Android' }],
    },
  ]);
  const answers = await db.selectFrom('answers').select('id').where('reportId', '=', reportId).execute();
  assert.equal(answers.length, 1);
});

test('the same button pressed again, later or on another device, is a new answer', async () => {
  const person = await createPerson(db);
  const [phone, laptop] = [await subscribe(server, service, person.id), await subscribe(server, service, person.id)];
  const { reportId } = await alarm([person.id]);
  const [onPhone, onLaptop] = [await pushedTo(phone.endpoint), await pushedTo(laptop.endpoint)];
  const coming = async () => {
    const [shown] = (await board(reportId)) as { answer: { option: { code: string } } }[];
    return shown!.answer.option.code;
  };
  const press = (news: string | null, option: string, name: string) =>
    tell(news, { state: 'answered', option, press: name });
  for (const [news, option, name, answers] of [
    [onPhone.news, '1', 'a', 1],
    [onPhone.news, '1', 'a', 1],
    [onPhone.news, '2', 'b', 2],
    [onLaptop.news, '1', 'a', 3],
    [onPhone.news, '2', 'c', 4],
    [onPhone.news, '1', 'd', 5],
  ] as const) {
    assert.equal(await press(news, option, name), 204);
    assert.equal(await coming(), option);
    const all = await db.selectFrom('answers').select('id').where('reportId', '=', reportId).execute();
    assert.equal(all.length, answers);
  }
});

test('a yes on a notification fills the stop limit, and no other person gets a push', async () => {
  const people = await Promise.all([1, 2].map(() => createPerson(db)));
  const devices = await Promise.all(people.map(({ id }) => subscribe(server, service, id)));
  const group = await createGroup(db, { members: people.map(({ id }) => id) });
  const list = await createMailingList(db, { groups: [{ id: group.id, stopLimit: 1 }] });
  const report = await createReport(db);
  const { id } = await createDraft(db, { reportId: report.id, channelId, lists: [list.id], requestAnswer: true });
  await launch(report.id);
  const { news } = await pushedTo(devices[0]!.endpoint);
  assert.equal(await tell(news, { state: 'answered', option: '1' }), 204);
  await until(async () => (await statusesOf(db, id))[people[1]!.id]?.startsWith('skipped'));
  assert.ok(!service.got.some(({ endpoint }) => endpoint === devices[1]!.endpoint));
});

test('a device that trusts another key is refused alone; the channel stays healthy', async () => {
  const [stranger, other] = await Promise.all([createPerson(db), createPerson(db)]);
  const device = await subscribe(server, service, stranger.id);
  await subscribe(server, service, other.id);
  service.treat(device.endpoint, { status: 403 });
  const { messageId } = await alarm([stranger.id]);
  await until(async () => (await statusesOf(db, messageId))[stranger.id] === 'failed channel_credentials');
  const channel = await db.selectFrom('channels').select('trouble').where('id', '=', channelId).executeTakeFirst();
  assert.equal(channel?.trouble, null);
  const next = await alarm([other.id]);
  await until(async () => (await statusesOf(db, next.messageId))[other.id] === 'sent');
});

test('a device that is gone ends, and its person counts as not reached', async () => {
  const [gone, other] = await Promise.all([createPerson(db), createPerson(db)]);
  const device = await subscribe(server, service, gone.id);
  await subscribe(server, service, other.id);
  service.treat(device.endpoint, { status: 410 });
  const { messageId } = await alarm([gone.id, other.id]);
  await until(async () => (await statusesOf(db, messageId))[gone.id] === 'failed address_unknown');
  await until(async () => (await statusesOf(db, messageId))[other.id] === 'sent');
  assert.match(await (await openOwnPage(server, gone.id)).html(), /Noch kein Gerät empfängt Mitteilungen/);
  const again = await createReport(db);
  await createDraft(db, { reportId: again.id, channelId, people: [gone.id], requestAnswer: true });
  const { preflightReport } = await manager.run(
    `{ preflightReport(report: ${again.id}) { unreachable { reason } recipients } }`,
  );
  assert.deepEqual(preflightReport, { unreachable: [{ reason: 'no_address' }], recipients: 0 });
});

test('a browser with a new address stays the same device unless a user removed it', async () => {
  const person = await createPerson(db);
  const first = await subscribe(server, service, person.id);
  const move = (former: object, now: object) => tell('api/push/moved', { former, now });
  const { pushPublicKey: trusted } = await manager.run('{ pushPublicKey }');
  const second = service.subscribe(trusted);
  const stranger = service.subscribe(trusted);
  assert.equal(await move({ endpoint: first.endpoint, auth: second.auth }, stranger), 404, 'the address is not enough');
  assert.equal(await move(first, { ...second, endpoint: 'https://intranet.example/push/1' }), 400);
  assert.equal(await move(first, { endpoint: second.endpoint }), 400);
  assert.equal(await move(first, second), 204);
  assert.equal(await move(first, second), 204, 'told again after a lost answer');
  await alarm([person.id]);
  await pushedTo(second.endpoint);
  assert.ok(!service.got.some(({ endpoint }) => endpoint === first.endpoint));

  service.treat(second.endpoint, { status: 410 });
  const { messageId } = await alarm([person.id]);
  await until(async () => (await statusesOf(db, messageId))[person.id] === 'failed address_unknown');
  const third = service.subscribe(trusted);
  assert.equal(await move(second, third), 204, 'what the service ended comes back');
  const page = await openOwnPage(server, person.id);
  const html = await page.html();
  assert.equal(html.match(/form="device-\d+"/g)?.length, 2, 'one device: to test, and to end');
  await page.submit({ action: 'device-end', device: /name="device" value="(\d+)"/.exec(html)![1]! });
  assert.equal(await move(third, service.subscribe(trusted)), 404, 'what the person ended does not');
});

test('an exercise never reaches the push service', async () => {
  const person = await createPerson(db);
  const { endpoint } = await subscribe(server, service, person.id);
  const event = await createEvent(db, { mode: 'EXERCISE' });
  const { messageId } = await alarm([person.id], event.id);
  await until(async () => (await statusesOf(db, messageId))[person.id] === 'sent');
  const kept = await db.selectFrom('exerciseMessages').select('subject').where('personId', '=', person.id).execute();
  assert.ok(
    kept.some(({ subject }) => subject?.startsWith('ÜBUNG: ')),
    'beside the mail about the device',
  );
  assert.ok(!service.got.some((pushed) => pushed.endpoint === endpoint));
});

test('the personal page lists devices with name and last use, and tests or removes each', async () => {
  const person = await createPerson(db);
  const { endpoint } = await subscribe(server, service, person.id);
  const page = await openOwnPage(server, person.id, 'en');
  const html = await page.html();
  assert.match(html, /Hello!.*Notifications on your devices.*get information\?.*Your contact data<\/h2>/s);
  assert.match(html, /<strong>Chrome, Android<\/strong><br><span class="hint">switched on .*, not used yet/);
  const device = /name="device" value="(\d+)"/.exec(html)![1]!;
  assert.match((await page.submit({ action: 'device-test', device })).page, /role="status"><p>The test notification/);
  const test = await pushedTo(endpoint);
  assert.deepEqual([test.title, test.news, test.url, test.options], ['Test notification', null, null, []]);
  service.treat(endpoint, { status: 500 });
  assert.match((await page.submit({ action: 'device-test', device })).page, /role="alert"><p>The test notification/);
  service.treat(endpoint, null);
  const stranger = await openOwnPage(server, (await createPerson(db)).id);
  await stranger.submit({ action: 'device-end', device });
  assert.match(await page.html(), /Chrome, Android/, 'nobody ends what is not theirs');
  assert.match((await page.submit({ action: 'device-end', device })).page, /no longer receives notifications/);
  assert.doesNotMatch(await page.html(), /Chrome, Android/);
});

test('device changes through the link send notices, up to the limit of devices per person', async () => {
  const manager = await createUser(db, { roles: ['contact_manager'] });
  const person = await createPerson(db, { email: `geraete.${manager.id}@example.org` });
  await subscribe(server, service, person.id);
  const added = await takeMail(server, `geraete.${manager.id}@example.org`);
  assert.match(added.subject + added.text, /Kontaktdaten wurden geändert.*Gerät für Mitteilungen/s);
  assert.match((await takeMail(server, manager.email)).text, /Gerät für Mitteilungen/);
  const page = await openOwnPage(server, person.id);
  const { pushPublicKey: trusted } = await server
    .as('crisis_manager')
    .then((client) => client.run('{ pushPublicKey }'));
  const device = /name="device" value="(\d+)"/.exec(await page.html())![1]!;
  await page.submit({ action: 'device-end', device });
  await page.submit({ action: 'device-end', device });
  assert.match((await takeMail(server, manager.email)).text, /Gerät für Mitteilungen/);
  for (let n = 0; n < 20; n++) {
    const { status } = await page.submit({ action: 'device-add', ...service.subscribe(trusted) });
    assert.equal(status, 200);
  }
  const more = await page.submit({ action: 'device-add', ...service.subscribe(trusted) });
  assert.match(more.page, /role="alert"><p>Es sind schon so viele Geräte/);
});

test('only a browser of a known push service becomes a device', async () => {
  const page = await openOwnPage(server, (await createPerson(db)).id);
  const sound = service.subscribe('x');
  for (const wrong of [
    { endpoint: 'https://intranet.example/push/1' },
    { endpoint: 'http://169.254.169.254/' },
    { endpoint: `${service.origin.replace('http://', 'http://user@')}/push/1` },
    { p256dh: 'AAAA' },
    { auth: '' },
  ]) {
    const { status } = await page.submit({ action: 'device-add', ...sound, ...wrong });
    assert.notEqual(status, 200, JSON.stringify(wrong));
  }
  assert.match(await page.html(), /Noch kein Gerät/);
});

test('rejects a report for another person’s notification', async () => {
  const [one, two] = await Promise.all([createPerson(db), createPerson(db)]);
  const devices = await Promise.all([one, two].map(({ id }) => subscribe(server, service, id)));
  const { messageId } = await alarm([one.id, two.id]);
  const [first, second] = await Promise.all(devices.map(({ endpoint }) => pushedTo(endpoint)));
  await until(async () => (await statusesOf(db, messageId))[two.id] === 'sent');
  const [, , key, device] = first!.news!.split('/') as string[];
  const forged = second!.news!.replace(/[^/]+$/, first!.news!.split('/').at(-1)!);
  for (const news of [forged, `api/push/${key}/${device}/AAAAAAAAAAAAAAAAAAAAAA`, 'api/push/x/1/y'])
    assert.equal(await tell(news, { state: 'clicked' }), 404);
  assert.equal(await tell(second!.news, { state: 'answered', option: '9' }), 400);
  assert.equal(await tell(second!.news, { state: 'opened' }), 400);
  assert.equal((await statusesOf(db, messageId))[two.id], 'sent');
});

test('users turn on notifications in their profile, and alarms reach their contact record', async () => {
  const user = await createUser(db);
  const person = await createPerson(db, { email: user.email.toUpperCase() });
  const client = await server.client(user.id);
  const lonely = await server.as('editor');
  const add = `mutation ($endpoint: String!, $p256dh: String!, $auth: String!) {
    addDevice(endpoint: $endpoint, p256dh: $p256dh, auth: $auth, name: "Firefox, Linux") }`;
  const list = '{ ownDevices { id name lastUsedAt getsAlarms } }';
  const { pushPublicKey } = await client.run('{ pushPublicKey }');
  const subscribed = service.subscribe(pushPublicKey);
  await client.run(add, { ...subscribed });
  await lonely.run(add, { ...service.subscribe(pushPublicKey) });
  const [device] = (await client.run(list)).ownDevices;
  assert.deepEqual([device.name, device.lastUsedAt, device.getsAlarms], ['Firefox, Linux', null, true]);
  assert.equal((await lonely.run(list)).ownDevices[0].getsAlarms, false);
  assert.equal((await client.run(`mutation { testDevice(id: "${device.id}") }`)).testDevice, null);
  assert.equal(
    (await lonely.send(`mutation { testDevice(id: "${device.id}") }`)).errors![0]!.message,
    'error_not_found',
  );
  assert.equal((await lonely.run(`mutation { endDevice(id: "${device.id}") }`)).endDevice, false);
  await alarm([person.id]);
  const { news } = await until(
    async () => service.got.filter((pushed) => pushed.endpoint === subscribed.endpoint)[1],
  ).then((pushed) => JSON.parse(pushed!.payload) as PushPayload);
  await tell(news, { state: 'shown' });
  assert.ok((await client.run(list)).ownDevices[0].lastUsedAt);
  assert.equal((await client.run(`mutation { endDevice(id: "${device.id}") }`)).endDevice, true);
  assert.deepEqual((await client.run(list)).ownDevices, []);
});

test('an administrator tests the channel on their own devices', async () => {
  const administrator = await server.as('administrator');
  const document = `mutation { testChannel(id: ${channelId}, address: "") }`;
  assert.equal((await administrator.send(document)).errors?.[0]?.message, 'error_no_device');
  const { pushPublicKey } = await administrator.run('{ pushPublicKey }');
  const subscribed = service.subscribe(pushPublicKey);
  await administrator.run(
    `mutation ($endpoint: String!, $p256dh: String!, $auth: String!) {
    addDevice(endpoint: $endpoint, p256dh: $p256dh, auth: $auth, name: "Firefox, Linux") }`,
    { ...subscribed },
  );
  assert.equal((await administrator.run(document)).testChannel.ok, true);
  assert.ok((await pushedTo(subscribed.endpoint)).title);
});
