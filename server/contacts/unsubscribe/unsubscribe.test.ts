import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { createMailChannel } from '#server/testing/deliveries.ts';
import { createEvent, createPerson, createReport } from '#server/testing/factories.ts';
import { createDraft, statusesOf } from '#server/testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#server/testing/server.ts';
import { until } from '#server/testing/until.ts';
import { type Sink, startSink } from '../../../faults/sink.ts';

// The button of mail programs (RFC 8058), from the mail on the wire to the list that leaves the person out.
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
const linkIn = (raw: string) => /^List-Unsubscribe: <https:\/\/alarm\.example\.org(\/u\/[\w.-]+)>\r$/m.exec(raw)?.[1];
const optOuts = async (id: number) =>
  (await manager.run(`{ person(id: ${id}) { optOuts { channelType { identifier } way at } } }`)).person.optOuts;
const press = (link: string, body: BodyInit = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })) =>
  fetch(server.url + link, { method: 'POST', body });

test('information carries the button, alarms do not; pressed it leaves the person out of information, and only of that', async () => {
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

test('the form that RFC 8058 prefers is taken, and the person takes it back on the page, which nobody else can', async () => {
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

test('a link that was not made here answers nothing, and a form without the wish changes nothing', async () => {
  const person = await createPerson(server.app.db, { email: 'sonst@example.org' });
  await launch('staff_information', [person.id]);
  await until(async () => (await mailsTo('sonst@example.org')).length === 1);
  const link = linkIn((await mailsTo('sonst@example.org'))[0]!.raw!)!;
  assert.equal((await press(link, new URLSearchParams({ x: 'y' }))).status, 400);
  const other = link.replace(/^\/u\/\d+/, `/u/${person.id + 1}`);
  for (const wrong of [other, `${link.slice(0, -1)}!`, '/u/x']) assert.equal((await press(wrong)).status, 404, wrong);
  assert.deepEqual(await optOuts(person.id), []);
});
