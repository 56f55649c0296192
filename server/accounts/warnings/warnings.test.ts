import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { createUser } from '#testing/factories.ts';
import { post, tokenIn } from '#testing/rest.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { type Sink, startSink } from '../../../faults/sink.ts';

let server: TestServer;
let sink: Sink;
let administrator: TestClient;
let owner: TestClient;
let channel: string;
before(async () => {
  sink = await startSink({ keep: true });
  server = await startTestServer();
  administrator = await server.as('administrator');
  owner = await server.client(
    (await createUser(server.app.db, { roles: ['administrator', 'system_owner'], lastName: 'Alt' })).id,
  );
  const settings = { host: '127.0.0.1', port: sink.port, secure: 'none', from: 'Stab <alarm@example.org>' };
  const type = await server.app.db
    .selectFrom('channelTypes')
    .select('id')
    .where('identifier', '=', 'email')
    .executeTakeFirstOrThrow();
  const input = { name: 'Mail', identifier: 'eigener', channelType: String(type.id), settings, isActive: true };
  const create = 'mutation ($input: CreateChannelInput!) { createChannel(input: $input) { id } }';
  await server.app.db.updateTable('channels').set({ isActive: false }).execute();
  channel = (await administrator.run(create, { input })).createChannel.id;
});
after(async () => {
  await server.stop();
  await sink.stop();
});

const warnings = `{ accountWarnings { waitingMails resets { name isOwn isDone } mailServers { channel address encryption server } } }`;
const confirm = 'mutation ($channel: ID!, $server: String!) { confirmMailServer(channel: $channel, server: $server) }';
const update = 'mutation ($id: ID!, $settings: JSON) { updateChannel(input: { id: $id, settings: $settings }) { id } }';
const shown = async (client: TestClient) => (await client.run(warnings)).accountWarnings;
const mailsTo = async (address: string) => (await sink.ledger()).filter(({ to }) => to === address);
const forget = (email: string) => post(server, '/api/forgot-password', { email });

test('delays the reset of an owner until an owner confirms the mail server; others leave at once', async () => {
  const victim = await createUser(server.app.db, { roles: ['system_owner'], lastName: 'Opfer' });
  const editor = await createUser(server.app.db, { roles: ['editor'] });
  const session = await server.client(victim.id);
  await forget(editor.email);
  await until(async () => (await mailsTo(editor.email)).length === 1);
  await forget(victim.email);
  await until(async () => (await shown(owner)).waitingMails === 1);
  assert.deepEqual(await mailsTo(victim.email), []);

  const [asked] = (await shown(owner)).mailServers;
  assert.deepEqual([asked.channel, asked.address, asked.encryption], [channel, `127.0.0.1:${sink.port}`, 'none']);
  assert.deepEqual((await shown(owner)).resets, [{ name: 'Vorname Opfer', isOwn: false, isDone: false }]);
  assert.deepEqual((await shown(session)).resets, [{ name: 'Vorname Opfer', isOwn: true, isDone: false }]);
  assert.deepEqual(await shown(administrator), { waitingMails: 0, resets: [], mailServers: [] });

  const answer = await administrator.send(confirm, { channel, server: asked.server });
  assert.equal(answer.errors?.[0]?.message, 'error_forbidden');
  const changed = await owner.send(confirm, { channel, server: asked.server.replace('127.0.0.1', 'evil.example') });
  assert.equal(changed.errors?.[0]?.message, 'error_mail_server_changed');
  await owner.run(confirm, { channel, server: asked.server });
  await until(async () => (await mailsTo(victim.email)).length === 1);
  const { waitingMails, mailServers } = await shown(owner);
  assert.deepEqual([waitingMails, mailServers], [0, []]);

  const text = (await mailsTo(victim.email))[0]!.raw!.replace(/=\r\n/g, '').replaceAll('=3D', '=');
  const reset = { token: tokenIn({ text }), password: 'vier Zebras grasen im Nebel' };
  assert.equal((await post(server, '/api/reset-password', reset)).status, 200);
  assert.deepEqual((await shown(owner)).resets[0], { name: 'Vorname Opfer', isOwn: false, isDone: true });
  assert.deepEqual((await shown(await server.client(victim.id))).resets, []);
  await owner.run('mutation { dismissAccountWarnings }');
  assert.deepEqual((await shown(owner)).resets, []);
});

test('asks again after an administrator changed the server, not after an owner did', async () => {
  const settings = { host: 'localhost', port: sink.port, secure: 'none', from: 'Stab <alarm@example.org>' };
  await administrator.run(update, { id: channel, settings });
  const invited = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { _id } }';
  const email = 'neue.leitung@example.org';
  await owner.run(invited, { input: { email, firstName: 'Nele', lastName: 'Neu', roles: ['administrator'] } });
  await until(async () => (await shown(owner)).waitingMails === 1);
  assert.equal((await shown(owner)).mailServers.length, 1);
  await owner.run(update, { id: channel, settings: { ...settings, host: '127.0.0.1' } });
  await until(async () => (await mailsTo(email)).length === 1);
});

test('withdraws the links of a user who becomes administrator', async () => {
  const create = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { _id } }';
  const email = 'aufstieg@example.org';
  const input = { email, firstName: 'Ada', lastName: 'Auf', roles: ['editor'] };
  const { createUser: made } = await administrator.run(create, { input });
  await until(async () => (await mailsTo(email)).length === 1);
  const raise = 'mutation ($id: ID!) { updateUser(input: { id: $id, roles: ["administrator"] }) { _id } }';
  await owner.run(raise, { id: made._id });
  await until(async () => (await mailsTo(email)).length === 2);
  const [first] = await mailsTo(email);
  const token = tokenIn({ text: first!.raw!.replace(/=\r\n/g, '').replaceAll('=3D', '=') });
  const refused = await post(server, '/api/reset-password', { token, password: 'vier Zebras grasen im Nebel' });
  assert.equal(refused.body.message, 'invalid_token');
});
