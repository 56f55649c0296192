import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { unsubscribeUrl } from '#server/channels/rendering/unsubscribe.ts';
import { seal } from '#server/platform/secrets.ts';
import { createMailChannel } from '#testing/deliveries.ts';
import { createEvent, createPerson, createReport } from '#testing/factories.ts';
import { createDraft, statusesOf } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { type Sink, startSink } from '../../../faults/sink.ts';

// from the mail (RFC 8058) to the list without the person
let server: TestServer;
let sink: Sink;
let channelId: number;
let manager: TestClient;
before(async () => {
  sink = await startSink({ keep: true });
  server = await startTestServer({ PUBLIC_URL: 'https://alarm.example.org' });
  channelId = await createMailChannel(server.app.db, sink.port);
  manager = await server.as('crisis_manager', 'editor', 'contact_manager');
});
after(async () => {
  await server.stop();
  await sink.stop();
});

async function launch(type: string, people: number[]) {
  const { db } = server.app;
  const report = await createReport(db, { eventId: (await createEvent(db)).id, type });
  const message = await createDraft(db, { reportId: report.id, channelId, people });
  await manager.run(`mutation { sendReport(id: ${report.id}, launchKey: "unsubscribe-${report.id}") { _id } }`);
  return message.id;
}
const mailsTo = async (address: string) => (await sink.ledger()).filter(({ to }) => to === address);
const linkIn = (raw: string) => /^List-Unsubscribe:\s+<https:\/\/alarm\.example\.org(\/u\/[\w.-]+)>\r$/m.exec(raw)?.[1];
const optOuts = async (id: number) =>
  (await manager.run(`{ person(id: ${id}) { optOuts { channelType { identifier } way at } } }`)).person.optOuts;
const press = (link: string, body: BodyInit = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })) =>
  fetch(server.url + link, { method: 'POST', body });

test('information has the button, alarms do not; pressing it stops only information', async () => {
  const { db } = server.app;
  const person = await createPerson(db, { email: 'klick@example.org' });
  const information = await launch('staff_information', [person.id]);
  await until(async () => (await mailsTo('klick@example.org')).length === 1);
  const [mail] = await mailsTo('klick@example.org');
  const link = linkIn(mail!.raw!);
  assert.ok(link, mail!.raw!);
  assert.match(mail!.raw!, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
  await until(async () => (await statusesOf(db, information))[person.id] === 'sent');

  for (const method of ['GET', 'HEAD']) assert.equal((await fetch(server.url + link, { method })).status, 200);
  assert.deepEqual(await optOuts(person.id), [], 'looking changes nothing');
  for (let time = 1; time <= 2; time++) assert.equal((await press(link)).status, 200);
  assert.partialDeepStrictEqual(await optOuts(person.id), [{ channelType: { identifier: 'email' }, way: 'one_click' }]);

  const other = await createPerson(db, { email: 'andere@example.org' });
  const more = await launch('staff_information', [person.id, other.id]);
  await until(async () => (await statusesOf(db, more))[person.id] === 'suppressed opted_out');
  await launch('activation', [person.id]);
  await until(async () => (await mailsTo('klick@example.org')).length === 2);
  assert.doesNotMatch((await mailsTo('klick@example.org'))[1]!.raw!, /List-Unsubscribe/);
});

test('accepts the form that RFC 8058 prefers, and only the person undoes it on the page', async () => {
  const person = await createPerson(server.app.db, { email: 'zurueck@example.org' });
  await launch('staff_information', [person.id]);
  await until(async () => (await mailsTo('zurueck@example.org')).length === 1);
  const link = linkIn((await mailsTo('zurueck@example.org'))[0]!.raw!)!;
  const form = new FormData();
  form.set('List-Unsubscribe', 'One-Click');
  const page = await (await press(link, form)).text();
  assert.equal((await optOuts(person.id)).length, 1);
  assert.match(page, /keine Informationen per E-Mail mehr/);
  assert.equal((await press(link, new URLSearchParams({ back: '1' }))).status, 403, 'a form of another page');
  assert.equal((await optOuts(person.id)).length, 1);
  const mark = /name="mark" value="([^"]+)"/.exec(page)![1]!;
  assert.match(await (await press(link, new URLSearchParams({ back: '1', mark }))).text(), /bekommen Informationen/);
  assert.deepEqual(await optOuts(person.id), []);
});

test('a foreign link returns nothing, and a form without the request changes nothing', async () => {
  const person = await createPerson(server.app.db, { email: 'sonst@example.org' });
  await launch('staff_information', [person.id]);
  await until(async () => (await mailsTo('sonst@example.org')).length === 1);
  const link = linkIn((await mailsTo('sonst@example.org'))[0]!.raw!)!;
  assert.equal((await press(link, new URLSearchParams({ x: 'y' }))).status, 400);
  const other = link.replace(/^(\/u\/.{30})./, (_, start) => `${start}${link[33] === 'A' ? 'B' : 'A'}`);
  const forged = `/u/${person.id}.${'A'.repeat(22)}`;
  for (const wrong of [other, forged, `${link.slice(0, -1)}!`, '/u/x'])
    assert.equal((await press(wrong)).status, 404, wrong);
  assert.deepEqual(await optOuts(person.id), []);
});

test('reveals no number of a person, ends after a year, and earlier links still unsubscribe', async () => {
  const { db, secrets } = server.app;
  const person = await createPerson(db, { email: 'frist@example.org' });
  const place = { publicUrl: '', secrets };
  const link = unsubscribeUrl(place, person.id);
  // no random bytes contain such a number
  const ofLargeNumber = Buffer.from(unsubscribeUrl(place, 987_654_321).slice(3), 'base64url');
  assert.ok(!ofLargeNumber.includes('987654321'));
  assert.notEqual(unsubscribeUrl(place, person.id), link);
  const mac = createHmac('sha256', secrets.link).update(`unsubscribe ${person.id}`).digest();
  const sentBefore = `/u/${person.id}.${mac.subarray(0, 16).toString('base64url')}`;
  for (const holding of [link, sentBefore]) assert.equal((await press(holding)).status, 200);
  const yearAgo = Math.floor(Date.now() / 86_400_000) - 366;
  const ended = seal(secrets.store, 'unsubscribe', [person.id, yearAgo]).toString('base64url');
  assert.equal((await press(`/u/${ended}`)).status, 404);
  await sql`update migrations set applied_at = now() - interval '366 days' where name = '0083_confirmed_mail_servers.sql'`.execute(
    db,
  );
  assert.equal((await press(sentBefore)).status, 404);
});
