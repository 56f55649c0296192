import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { createMailChannel, createRecipients } from '#testing/deliveries.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { type Sink, startSink } from '../../../faults/sink.ts';
import { startHealth } from './health.ts';

let server: TestServer;
let sink: Sink;
before(async () => {
  server = await startTestServer();
  sink = await startSink();
});
after(async () => {
  await server.stop();
  await sink.stop();
});

const read = `query ($id: ID!) {
  channel(id: $id) { trouble lastSuccessAt lastFailureAt lastFailure }
}`;
const storedOf = (id: number) =>
  server.app.db
    .selectFrom('channels')
    .select(['id', 'settings', 'secrets'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const healthOf = async (id: number) => {
  const administrator = await server.as('administrator');
  return (await administrator.run(read, { id })).channel;
};

test('a channel shows its last success and its last failure with reason, once for many messages', async () => {
  const { db, live } = server.app;
  const id = await createMailChannel(db, sink.port);
  assert.deepEqual(await healthOf(id), { trouble: null, lastSuccessAt: null, lastFailureAt: null, lastFailure: null });
  let notices = 0;
  const unwatch = live.watch('channels', () => notices++);
  await createRecipients(db, { count: 40, channelId: id });
  const well = await until(async () => {
    const health = await healthOf(id);
    return health.lastSuccessAt && health;
  });
  assert.deepEqual([well.lastFailureAt, well.lastFailure], [null, null]);
  await createRecipients(db, { count: 1, channelId: id, address: () => 'x+reject@example.org' });
  const ill = await until(async () => {
    const health = await healthOf(id);
    return health.lastFailureAt && health;
  });
  assert.deepEqual([ill.lastFailure, ill.trouble], ['address_unknown', null]);
  assert.ok(Date.parse(ill.lastFailureAt) >= Date.parse(well.lastSuccessAt));
  await until(async () => notices > 0);
  unwatch();
  assert.ok(notices < 20, `${notices} notices for 41 messages`);
});

test('a test message updates it too, at once', async () => {
  const id = await createMailChannel(server.app.db, sink.port);
  const administrator = await server.as('administrator');
  const send = 'mutation ($id: ID!, $address: String!) { testChannel(id: $id, address: $address) }';
  await administrator.run(send, { id, address: 'x+reject@example.org' });
  const refused = await healthOf(id);
  assert.deepEqual([refused.lastSuccessAt, refused.lastFailure], [null, null]); // the address is refused, the channel works
  await administrator.run(send, { id, address: 'test@example.org' });
  assert.ok((await healthOf(id)).lastSuccessAt);
});

test('of a success and a failure in the same moment, the later one is newer', async () => {
  const id = await createMailChannel(server.app.db, sink.port);
  const channel = await storedOf(id);
  for (const endsWell of [true, false]) {
    const health = startHealth(server.app, 60_000);
    for (const failure of endsWell ? (['channel_limit', null] as const) : ([null, 'channel_limit'] as const))
      health.note(channel, failure);
    await health.stop();
    const { lastSuccessAt, lastFailureAt } = await healthOf(id);
    assert.equal(Date.parse(lastSuccessAt) > Date.parse(lastFailureAt), endsWell);
  }
});

test('a success proves only the settings it was made with', async () => {
  const id = await createMailChannel(server.app.db, sink.port);
  const administrator = await server.as('administrator');
  const send = 'mutation ($id: ID!, $address: String!) { testChannel(id: $id, address: $address) }';
  const change = 'mutation ($input: UpdateChannelInput!) { updateChannel(input: $input) { id } }';
  const { settings } = (await administrator.run('query ($id: ID!) { channel(id: $id) { settings } }', { id })).channel;
  const save = (changed: object, more = {}) =>
    administrator.run(change, { input: { id: String(id), settings: { ...settings, ...changed }, ...more } });
  const tryOut = async () => {
    await administrator.run(send, { id, address: 'test@example.org' });
    assert.ok((await healthOf(id)).lastSuccessAt);
  };
  await tryOut();
  await save({}, { name: 'Anders genannt' });
  assert.ok((await healthOf(id)).lastSuccessAt);
  const changes = [
    { from: 'other@example.org' },
    { user: 'alarm', password: 'geheim' },
    { user: 'alarm', password: 'neu' },
  ];
  for (const changed of [...changes, { user: null, password: null }]) {
    await save(changed);
    assert.equal((await healthOf(id)).lastSuccessAt, null, JSON.stringify(changed));
  }
  // a message that left with the settings before
  const old = await storedOf(id);
  await tryOut();
  await save({ from: 'third@example.org' });
  const health = startHealth(server.app, 60_000);
  health.note(old, null);
  await health.stop();
  assert.equal((await healthOf(id)).lastSuccessAt, null);
  const both = startHealth(server.app, 60_000);
  both.note(await storedOf(id), null);
  both.note(old, 'channel_limit');
  await both.stop();
  const { lastSuccessAt, lastFailureAt } = await healthOf(id);
  assert.ok(lastSuccessAt);
  assert.equal(lastFailureAt, null);
  await tryOut();
});
