import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { createEvent } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let officer: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  officer = await server.as('documentation_officer');
});
after(() => server.stop());

const add = `mutation ($event: ID!, $text: String!, $key: String, $at: DateTime, $c: ID) {
  addLogEntry(event: $event, text: $text, key: $key, happenedAt: $at, corrects: $c) { id at happenedAt } }`;
const write = async (event: number, text: string, more: object = {}) =>
  (await officer.run(add, { event, text, ...more })).addLogEntry;
const refusal = async (event: number, more: object) =>
  (await officer.send(add, { event, text: 'x', ...more })).errors?.[0]?.message;
const log = async (event: number) => {
  const document = `query ($id: ID!) { event(id: $id) { logIntact log(first: 50) { totalCount edges { node {
    id text at happenedAt corrects { id text } corrections { id text } } } } } }`;
  return (await officer.run(document, { id: event })).event;
};
const newEvent = async () => (await createEvent(server.app.db)).id;

test('an entry has the time of the event and the time of entry; by default they are the same', async () => {
  const event = await newEvent();
  const now = await write(event, 'Eben');
  assert.equal(now.happenedAt, now.at);
  const earlier = new Date(Date.now() - 3_600_000).toISOString();
  const late = await write(event, 'Vor einer Stunde', { at: earlier });
  assert.equal(late.happenedAt, earlier);
  assert.ok(Date.parse(late.at) > Date.now() - 60_000, 'the time of entry is not chosen');
  assert.equal((await log(event)).logIntact, true);
});

test('rejects a time in the future, but tolerates a minute of clock difference', async () => {
  const event = await newEvent();
  const ahead = (ms: number) => new Date(Date.now() + ms).toISOString();
  assert.equal(await refusal(event, { at: ahead(90_000) }), 'error_happened_in_future');
  await write(event, 'Uhr geht vor', { at: ahead(30_000) });
  assert.equal((await log(event)).log.totalCount, 1);
});

test('a correction is a new entry that points at the corrected one, and both show it', async () => {
  const event = await newEvent();
  const wrong = await write(event, 'Zwei Verletzte');
  const first = await write(event, 'Drei Verletzte', { c: wrong.id });
  await write(event, 'Vier Verletzte', { c: first.id });
  await write(event, 'Doch drei', { c: wrong.id });
  const { log: entries, logIntact } = await log(event);
  const shown = entries.edges.map(({ node }: { node: Record<string, { text: string }[] & { text: string }> }) => [
    node['text'],
    node['corrects']?.text ?? null,
    node['corrections']!.map(({ text }) => text),
  ]);
  assert.deepEqual(shown, [
    ['Doch drei', 'Zwei Verletzte', []],
    ['Vier Verletzte', 'Drei Verletzte', []],
    ['Drei Verletzte', 'Zwei Verletzte', ['Vier Verletzte']],
    ['Zwei Verletzte', null, ['Drei Verletzte', 'Doch drei']],
  ]);
  assert.equal(logIntact, true);
});

test('only an entry of the same event can be corrected', async () => {
  const [event, other] = [await newEvent(), await newEvent()];
  const elsewhere = await write(other, 'Anderswo');
  for (const c of [elsewhere.id, '2147483647']) assert.equal(await refusal(event, { c }), 'error_not_found');
  assert.equal(await refusal(event, { c: 'x' }), 'error_invalid_id');
  assert.equal((await log(event)).log.totalCount, 0);
});

test('a repeat with the same key adds no entry, also with a later time; a correction does', async () => {
  const event = await newEvent();
  const first = await write(event, 'Pforte besetzt', { key: 'offline' });
  const again = await write(event, 'Pforte besetzt', {
    key: 'offline',
    at: new Date(Date.now() - 60_000).toISOString(),
  });
  assert.deepEqual(again, first);
  assert.equal(
    await refusal(event, { key: 'offline', text: 'Pforte besetzt', c: first.id }),
    'error_launch_key_reused',
  );
  const fixed = await write(event, 'Pforte besetzt', { key: 'fixed', c: first.id });
  assert.deepEqual(await write(event, 'Pforte besetzt', { key: 'fixed', c: first.id }), fixed);
  assert.equal((await log(event)).log.totalCount, 2);
});

test('detects a changed time of an entry or a changed reference to the corrected entry', async () => {
  for (const change of ['happened_at = null', `happened_at = happened_at - interval '1 hour'`, 'corrects = null']) {
    const event = await newEvent();
    const wrong = await write(event, 'Falsch');
    await write(event, 'Richtig', { c: wrong.id, at: new Date(Date.now() - 60_000).toISOString() });
    assert.equal((await log(event)).logIntact, true);
    await server.app.database.pool.query(
      `begin; set local session_replication_role = replica; update log_entries set ${change} where event_id = ${event}
        and corrects is not null; commit`,
    );
    assert.equal((await log(event)).logIntact, false, change);
  }
});

test('a chain from before entries had times of their own stays valid', async () => {
  const event = await newEvent();
  await write(event, 'Alt');
  const { rows } = await sql<{ fits: boolean }>`
    select hash = encode(sha256(convert_to(previous_hash || json_build_array(event_id, extract(epoch from at)::text, by_user_id,
      kind, text, data)::text, 'UTF8')), 'hex') as fits from log_entries where event_id = ${event}`.execute(
    server.app.db,
  );
  assert.deepEqual(rows, [{ fits: true }]);
});
