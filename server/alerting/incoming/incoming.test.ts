import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { mostIncomingBytes } from '#shared/incoming-kinds.ts';
import { createEventType, createUser } from '#testing/factories.ts';
import { createSource, type TestSource } from '#testing/incoming.ts';
import { alertGroup, capXml } from '#testing/incoming-messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let db: Db;
let manager: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  manager = await server.as('crisis_manager');
});
after(() => server.stop());

const later = '2026-11-29T11:00:00+01:00';
const fields = `_id version title text severity lacksReference alertCount openAlertCount closedAt closedBy { _id }
  takenBy { _id } nextNoticeAt report { _id } alerts { totalCount edges { node { name state } } }`;
const itemOf = async (id: number) => (await manager.run(`{ incomingItem(id: "${id}") { ${fields} } }`)).incomingItem;
const itemsOf = ({ id }: TestSource) =>
  db.selectFrom('incomingItems').selectAll().where('sourceId', '=', id).orderBy('id').execute();
const act = (client: TestClient, field: string) => client.send(`mutation { ${field} { _id version takenBy { _id } } }`);

test('a CAP alert is an item, an update changes it, a cancellation closes it, a repetition changes nothing', async () => {
  const source = await createSource(server, 'cap');
  const { status, body: first } = await source.send(capXml({ id: 'a1' }));
  assert.deepEqual([status, first.result, first.lacksReference], [200, 'new', false]);
  assert.partialDeepStrictEqual(await itemOf(first.item), { title: 'Sturm a1', severity: 'Severe', closedAt: null });
  assert.equal((await source.send(capXml({ id: 'a1' }))).body.result, 'known');
  const update = capXml({ id: 'a2', type: 'Update', references: ['a1'], headline: 'Orkan', sent: later });
  assert.deepEqual((await source.send(update)).body, { result: 'changed', item: first.item, lacksReference: false });
  assert.equal((await source.send(update)).body.result, 'known');
  assert.partialDeepStrictEqual(await itemOf(first.item), { title: 'Orkan', alertCount: 2 });
  const cancel = capXml({ id: 'a3', type: 'Cancel', references: ['a1', 'a2'], headline: '', sent: later });
  assert.deepEqual((await source.send(cancel)).body, { result: 'closed', item: first.item, lacksReference: false });
  const closed = await itemOf(first.item);
  assert.ok(closed.closedAt);
  assert.partialDeepStrictEqual(closed, { title: 'Sturm', closedBy: null, nextNoticeAt: null });
  assert.equal((await itemsOf(source)).length, 1);
});

test('CAP messages in another order, and references to an alert that never came, lose nothing', async () => {
  const source = await createSource(server, 'cap');
  const cancel = capXml({ id: 'b3', type: 'Cancel', references: ['b1'], sent: later });
  const { body } = await source.send(cancel);
  assert.deepEqual([body.result, body.lacksReference], ['closed', true]);
  assert.partialDeepStrictEqual(await itemOf(body.item), { lacksReference: true, alerts: { totalCount: 2 } });
  const late = (await source.send(capXml({ id: 'b1' }))).body;
  assert.deepEqual([late.item, late.lacksReference], [body.item, false]);
  assert.ok((await itemOf(body.item)).closedAt, 'the cancellation is newer');
  const update = await source.send(capXml({ id: 'b4', type: 'Update', references: ['nie'], sent: later }));
  assert.deepEqual([update.body.result, update.body.lacksReference], ['new', true]);
  const again = await source.send(capXml({ id: 'b5', type: 'Update', references: ['b3'], sent: later }));
  assert.equal(again.body.item, body.item);
  assert.equal((await itemOf(body.item)).closedAt, null, 'an update opens it again');
  for (const status of ['Exercise', 'Test', 'System', 'Draft'])
    assert.equal((await source.send(capXml({ id: `x${status}`, status }))).body.result, 'ignored');
  assert.equal((await itemsOf(source)).length, 2);
});

test('a CAP alert that refers to a closed one waits, and a late update ends nothing that waits', async () => {
  const source = await createSource(server, 'cap');
  const first = (await source.send(capXml({ id: 'c1' }))).body.item;
  await source.send(capXml({ id: 'c2', type: 'Cancel', references: ['c1'], sent: later }));
  const next = await source.send(
    capXml({ id: 'c3', references: ['c1'], headline: 'Neu', sent: '2026-11-29T12:00:00+01:00' }),
  );
  assert.equal(next.body.item, first);
  const waiting = await itemOf(first);
  assert.partialDeepStrictEqual(waiting, { title: 'Neu', closedAt: null });
  assert.ok(waiting.nextNoticeAt);
  const other = (await source.send(capXml({ id: 'c4' }))).body.item;
  await source.send(capXml({ id: 'c5', type: 'Cancel', references: ['c4'], sent: '2026-11-29T13:00:00+01:00' }));
  await source.send(capXml({ id: 'c6', type: 'Update', references: ['c3', 'c4'], sent: later }));
  assert.ok((await itemOf(other)).closedAt);
  assert.equal((await itemOf(first)).closedAt, null);
});

test('messages that are refused leave one reason at the source, and store nothing', async () => {
  const source = await createSource(server, 'cap');
  const administrator = await server.as('administrator');
  const reason = async () =>
    (await administrator.run(`{ incomingSource(id: "${source.id}") { refusal receivedAt } }`)).incomingSource;
  const hostile = capXml({ id: '1' }).replace('<alert', '<!DOCTYPE alert SYSTEM "http://127.0.0.1:1/x.dtd"><alert');
  assert.deepEqual(await source.send(hostile), { status: 400, body: { message: 'error_incoming_doctype' } });
  assert.deepEqual(await reason(), { refusal: 'error_incoming_doctype', receivedAt: null });
  const large = await source.send(capXml({ id: '1', headline: 'x'.repeat(5_000_000) }));
  assert.equal(large.status, 413);
  assert.equal((await reason()).refusal, 'error_incoming_size');
  const filled = capXml({ id: 'voll', headline: 'x'.repeat(mostIncomingBytes - 2_000) });
  assert.equal((await source.send(filled)).status, 200);
  const monitoring = await createSource(server, 'alertmanager');
  assert.equal((await monitoring.send('{')).body.message, 'error_incoming_alerts');
  assert.equal((await itemsOf(monitoring)).length, 0);
  assert.equal((await itemsOf(source)).length, 1);
});

test('a flood of large messages is refused, and small ones still arrive', async () => {
  const source = await createSource(server, 'alertmanager');
  const sent = await Promise.all(Array.from({ length: 130 }, () => source.send('x'.repeat(100_001))));
  assert.deepEqual(new Set(sent.map(({ status }) => status)), new Set([400, 429]));
  assert.equal((await source.send(alertGroup('small', { name: 'A' }))).body.result, 'new');
});

test('an address that was replaced, or of an inactive source, accepts nothing', async () => {
  const source = await createSource(server, 'cap');
  const administrator = await server.as('administrator');
  await administrator.run(`mutation { replaceIncomingAddress(id: "${source.id}") { url } }`);
  assert.deepEqual(await source.send(capXml({ id: '1' })), { status: 404, body: { message: 'error_not_found' } });
  const off = await createSource(server, 'cap');
  await administrator.run(`mutation { updateIncomingSource(input: { id: "${off.id}", isActive: false }) { _id } }`);
  assert.equal((await off.send(capXml({ id: '1' }))).status, 404);
});

test('five hundred alerts that fire together are one item, and it closes when the last one is resolved', async () => {
  const source = await createSource(server, 'alertmanager');
  const names = Array.from({ length: 500 }, (_, at) => `Host${at}`);
  for (let at = 0; at < names.length; at += 20) {
    const some = names.slice(at, at + 20);
    const sent = await Promise.all(some.map((name) => source.send(alertGroup(`{}:{host="${name}"}`, { name }))));
    assert.ok(sent.every(({ status }) => status === 200));
  }
  const [item, ...more] = await itemsOf(source);
  assert.deepEqual([item!.alerts, item!.openAlerts, more.length], [500, 500, 0]);
  const repeated = await source.send(alertGroup('{}', ...names.map((name) => ({ name }))));
  assert.deepEqual(repeated.body, { result: 'known', item: item!.id });
  const { alerts } = await itemOf(item!.id);
  assert.deepEqual([alerts.totalCount, alerts.edges.length < 500], [500, true]);
  const resolved = names.map((name) => ({ name, status: 'resolved' as const }));
  assert.equal((await source.send(alertGroup('{}', ...resolved.slice(1)))).body.result, 'changed');
  assert.equal((await itemOf(item!.id)).closedAt, null);
  assert.equal((await source.send(alertGroup('{}', resolved[0]!))).body.result, 'closed');
  assert.partialDeepStrictEqual(await itemOf(item!.id), { openAlertCount: 0, closedBy: null, nextNoticeAt: null });
  assert.equal((await source.send(alertGroup('{}', { name: 'Host1' }))).body.result, 'known', 'it came late');
  const again = await source.send(alertGroup('{}', { name: 'Host1', startsAt: '2026-11-29T12:00:00Z' }));
  assert.equal(again.body.result, 'new', 'it fires again');
});

test('one alert that can’t be read among twenty holds up no other, and the source says so', async () => {
  const source = await createSource(server, 'alertmanager');
  const message = JSON.parse(alertGroup('{}', ...Array.from({ length: 20 }, (_, at) => ({ name: `Host${at}` }))));
  message.alerts[7] = { status: 'firing', labels: 'Host7' };
  assert.equal((await source.send(JSON.stringify(message))).body.result, 'new');
  const [item] = await itemsOf(source);
  assert.equal(item!.alerts, 19);
  const administrator = await server.as('administrator');
  const { incomingSource } = await administrator.run(`{ incomingSource(id: "${source.id}") { refusal } }`);
  assert.equal(incomingSource.refusal, 'error_incoming_unread');
});

test('alerts of a group join its item, also a taken one; others become an item of their own', async () => {
  const source = await createSource(server, 'alertmanager');
  const { item } = (await source.send(alertGroup('disk', { name: 'A' }))).body;
  await act(manager, `takeIncomingItem(id: "${item}")`);
  const joined = await source.send(alertGroup('disk', { name: 'A' }, { name: 'B' }));
  assert.deepEqual(joined.body, { result: 'changed', item });
  const other = await source.send(alertGroup('net', { name: 'C' }));
  assert.equal(other.body.result, 'new');
  const swap = alertGroup('net', { name: 'C', status: 'resolved' }, { name: 'D' });
  assert.deepEqual((await source.send(swap)).body, { result: 'changed', item: other.body.item });
  assert.equal((await itemOf(other.body.item)).closedAt, null);
  assert.equal((await source.send(alertGroup('x', { name: 'Z', status: 'resolved' }))).body.result, 'ignored');
});

test('an alert ends by its fingerprint, and opens its item again if it fires on after its end', async () => {
  const source = await createSource(server, 'alertmanager');
  const { item } = (await source.send(alertGroup('ha', { name: 'A' }))).body;
  const moved = await source.send(alertGroup('ha', { name: 'A', startsAt: '2026-11-29T08:59:45.000Z' }));
  assert.deepEqual(moved.body, { result: 'known', item }, 'a second Prometheus saw it earlier');
  const former = { startsAt: '2026-11-29T07:00:00.000Z', endsAt: '2026-11-29T08:00:00.000Z' };
  await source.send(alertGroup('ha', { name: 'A', status: 'resolved', ...former }));
  assert.equal((await itemOf(item)).closedAt, null, 'the end of an earlier occurrence');
  const end = alertGroup('ha', { name: 'A', status: 'resolved', startsAt: '2026-11-29T08:59:45.000Z' });
  assert.deepEqual((await source.send(end)).body, { result: 'closed', item });
  assert.deepEqual(
    (await source.send(alertGroup('ha', { name: 'A' }))).body,
    { result: 'known', item },
    'it came late',
  );
  await sql`
    update incoming_alerts set changed_at = changed_at - interval '2 minutes' where item_id = ${item}`.execute(db);
  assert.deepEqual((await source.send(alertGroup('ha', { name: 'A' }))).body, { result: 'changed', item });
  const open = await itemOf(item);
  assert.partialDeepStrictEqual(open, { closedAt: null, openAlertCount: 1, alertCount: 1 });
  assert.ok(open.nextNoticeAt);
  const again = await source.send(alertGroup('ha', { name: 'A', startsAt: '2026-11-29T09:30:00.000Z' }));
  assert.deepEqual(again.body, { result: 'changed', item }, 'its end got lost');
  assert.partialDeepStrictEqual(await itemOf(item), { openAlertCount: 1, alertCount: 2, closedAt: null });
});

test('an alert of a group whose item was taken long ago is a new item that waits', async () => {
  const source = await createSource(server, 'alertmanager');
  const { item } = (await source.send(alertGroup('all', { name: 'A' }))).body;
  await act(manager, `takeIncomingItem(id: "${item}")`);
  await sql`update incoming_items set taken_at = taken_at - interval '2 hours' where id = ${item}`.execute(db);
  const next = (await source.send(alertGroup('all', { name: 'A' }, { name: 'B' }))).body;
  assert.equal(next.result, 'new');
  assert.partialDeepStrictEqual(await itemOf(next.item), { alertCount: 1, takenBy: null });
  assert.deepEqual((await source.send(alertGroup('all', { name: 'C' }))).body, { result: 'changed', item: next.item });
});

test('of several users who take an item at once one succeeds, and the others learn who', async () => {
  const source = await createSource(server, 'cap');
  const { item } = (await source.send(capXml({ id: 'race' }))).body;
  const people = await Promise.all(
    ['Anna', 'Bert', 'Cora', 'Dora'].map(async (firstName) => {
      const { id } = await createUser(db, { roles: ['crisis_manager'], firstName, lastName: 'Beispiel' });
      return { client: await server.client(id), name: `${firstName} Beispiel`, id };
    }),
  );
  const answers = await Promise.all(people.map(({ client }) => act(client, `takeIncomingItem(id: "${item}")`)));
  const winner = people[answers.findIndex(({ errors }) => !errors)]!;
  const lost = answers.flatMap(({ errors }) => errors ?? []);
  assert.equal(lost.length, 3);
  for (const { message, extensions } of lost) {
    assert.equal(message, 'error_incoming_taken');
    assert.deepEqual(extensions.details, { name: winner.name });
  }
  const repeated = await act(winner.client, `takeIncomingItem(id: "${item}")`);
  assert.equal(repeated.data.takeIncomingItem.takenBy._id, winner.id);
  const { version } = await itemOf(item);
  const stale = await act(manager, `closeIncomingItem(id: "${item}", version: ${version - 1})`);
  assert.equal(stale.errors?.[0]?.message, 'error_changed_meanwhile');
  assert.equal((await act(winner.client, `closeIncomingItem(id: "${item}", version: ${version})`)).errors, undefined);
  assert.equal((await act(manager, `closeIncomingItem(id: "${item}", version: 1)`)).errors, undefined, 'a repetition');
  assert.equal((await act(manager, `takeIncomingItem(id: "${item}")`)).errors?.[0]?.message, 'error_incoming_closed');
  const reopened = await itemOf(item);
  await act(manager, `releaseIncomingItem(id: "${item}", version: ${reopened.version})`);
  assert.partialDeepStrictEqual(await itemOf(item), { takenBy: null, closedAt: null });
});

test('an item becomes one draft of the event type, and nothing is sent', async () => {
  const type = await createEventType(db, {});
  const source = await createSource(server, 'cap', { eventType: String(type.id) });
  const { item } = (await source.send(capXml({ id: 'draft', headline: 'Sturm {{ event.name }}' }))).body;
  const draft = (client: TestClient) =>
    client.send(
      `mutation { draftFromIncomingItem(id: "${item}", eventType: "${type.id}") { takenBy { _id }
        report { _id event { _id isRunning mode description } } } }`,
    );
  const both = await Promise.all([draft(manager), draft(manager)]);
  const [one, other] = both.map(({ data }) => data.draftFromIncomingItem);
  assert.deepEqual(one, other);
  assert.equal(one.takenBy._id, manager.userId);
  assert.deepEqual([one.report.event.isRunning, one.report.event.mode], [false, 'LIVE']);
  assert.match(one.report.event.description, /^Sturm {2}event\.name\s/);
  const sent = await db
    .selectFrom('messages')
    .select('id')
    .where('reportId', '=', one.report._id)
    .where('status', '<>', 'draft')
    .execute();
  assert.deepEqual(sent, []);
  const administrator = await server.as('administrator');
  assert.equal((await draft(administrator)).errors?.[0]?.message, 'error_forbidden');
  const shown = async () => (await itemOf(item)).report?._id ?? null;
  assert.equal(await shown(), one.report._id);
  await administrator.run(`mutation { deleteEvent(id: "${one.report.event._id}") { id } }`);
  assert.equal(await shown(), null, 'after the event was deleted, another draft is possible');
  assert.notEqual((await draft(manager)).data.draftFromIncomingItem.report._id, one.report._id);
});

test('lists thousands of items in pages, open and closed ones apart', async () => {
  const source = await createSource(server, 'cap');
  const title = 'Viele';
  const rows = Array.from({ length: 3_000 }, (_, at) => ({
    sourceId: source.id,
    title,
    closedAt: at % 2 ? new Date() : null,
  }));
  for (let at = 0; at < rows.length; at += 1_000)
    await db
      .insertInto('incomingItems')
      .values(rows.slice(at, at + 1_000))
      .execute();
  const page = async (after: string | null) =>
    (
      await manager.run(
        `query ($after: String) { incomingItems(isOpen: true, first: 100, after: $after) {
          totalCount pageInfo { endCursor hasNextPage } edges { node { _id closedAt } } } }`,
        { after },
      )
    ).incomingItems;
  const one = await page(null);
  const two = await page(one.pageInfo.endCursor);
  assert.ok(one.totalCount >= 1_500);
  const ids = [...one.edges, ...two.edges].map(({ node }) => node._id as number);
  assert.equal(new Set(ids).size, 200);
  assert.deepEqual(
    ids,
    ids.toSorted((a, b) => b - a),
  );
});
