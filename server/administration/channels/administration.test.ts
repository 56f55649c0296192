import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { providerFor } from '#server/channels/registry.ts';
import { createMessage, idByIdentifier } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let administrator: TestClient;
let email: number;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  administrator = await server.as('administrator');
  email = await idByIdentifier(server.app.db, 'channelTypes', 'email');
});
after(() => server.stop());

const planted = 'planted-secret-4711';
const fields = 'id _id settings secretsSet requiresRelease';
const create = (input: Record<string, unknown>) =>
  administrator.send(`mutation ($input: CreateChannelInput!) { createChannel(input: $input) { ${fields} } }`, {
    input,
  });
const update = (input: Record<string, unknown>) =>
  administrator.send(`mutation ($input: UpdateChannelInput!) { updateChannel(input: $input) { ${fields} } }`, {
    input,
  });
const settings = { host: 'mail.example.org', from: 'alarm@example.org', user: 'u', password: planted };
const entries = () =>
  server.app.db.selectFrom('auditEntries').select(['action', 'before', 'after']).orderBy('id', 'desc').execute();

test('sets up a channel from the settings of its provider and reports one error per setting', async () => {
  const { data } = await create({ name: 'Mail', channelType: String(email), settings, requiresRelease: true });
  const { createChannel: made } = data;
  assert.equal(made.settings.host, 'mail.example.org');
  assert.equal(made.settings.port, 587);
  assert.deepEqual(made.secretsSet, ['password']);
  assert.equal(made.requiresRelease, true);
  const missing = await create({ name: 'x', channelType: String(email), settings: { port: 0 } });
  const found = {
    'settings.host': 'error_required',
    'settings.from': 'error_required',
    'settings.port': 'error_invalid_number',
  };
  assert.deepEqual(missing.errors![0]!.extensions.fields, found);
  const { errors } = await create({ name: 'x', channelType: String(email) });
  const required = { 'settings.host': 'error_required', 'settings.from': 'error_required' };
  assert.deepEqual(errors![0]!.extensions.fields, required);
});

test('reports at once the missing name, missing settings and values that the provider rejects', async () => {
  const faultsOf = async (type: string, given: Record<string, unknown>) => {
    const channelType = String(await idByIdentifier(server.app.db, 'channelTypes', type));
    return (await create({ name: ' ', channelType, settings: given })).errors![0]!.extensions.fields;
  };
  assert.deepEqual(await faultsOf('sms', { provider: 'sms-twilio', baseUrl: 'nirgends', prices: 'viel' }), {
    name: 'error_required',
    'settings.accountSid': 'error_required',
    'settings.authToken': 'error_required',
    'settings.from': 'error_required',
    'settings.baseUrl': 'error_invalid_url',
    'settings.prices': 'error_unlike_hint',
  });
  assert.deepEqual(await faultsOf('sms', { provider: 'smpp', source: 'ein zu langer Name', statusCodes: 'alle' }), {
    name: 'error_required',
    'settings.hosts': 'error_required',
    'settings.systemId': 'error_required',
    'settings.source': 'error_unlike_hint',
    'settings.statusCodes': 'error_unlike_hint',
  });
  assert.deepEqual(await faultsOf('social_media', { provider: 'bluesky' }), {
    name: 'error_required',
    'settings.identifier': 'error_required', // the account's, not the channel's own
    'settings.appPassword': 'error_required',
  });
  const matrix = { provider: 'matrix', homeserver: 'unser Server', accessToken: 'geheim', room: '#stab:example.org' };
  assert.deepEqual(await faultsOf('chat', matrix), {
    name: 'error_required',
    'settings.homeserver': 'error_invalid_url',
    'settings.room': 'error_unlike_hint',
  });
  const own = { provider: 'chat-webhook', service: 'own', url: 'nirgends', template: '{"text": {{text}}}' };
  assert.deepEqual(await faultsOf('chat', own), {
    name: 'error_required',
    'settings.url': 'error_invalid_url',
    'settings.template': 'error_unlike_hint',
  });
  assert.deepEqual(await faultsOf('social_media', { provider: 'ayrshare', apiKey: 'k', platforms: 'facebok, X' }), {
    name: 'error_required',
    'settings.platforms': 'error_unlike_hint',
  });
  assert.deepEqual(
    await faultsOf('social_media', { provider: 'mastodon', server: 'mastodon social', accessToken: 'k' }),
    {
      name: 'error_required',
      'settings.server': 'error_invalid_url',
    },
  );
});

test('refuses settings unknown to a provider and a provider unknown to a type', async () => {
  const faultsOf = async (given: Record<string, unknown>) =>
    (await create({ name: 'x', channelType: String(email), settings: given })).errors?.[0]?.extensions.fields;
  assert.deepEqual(await faultsOf({ ...settings, hots: 'mail.example.org', constructor: 1 }), {
    'settings.hots': 'error_unknown_field',
    'settings.constructor': 'error_unknown_field',
  });
  for (const provider of ['smpp', 'no-such-provider', 7])
    assert.deepEqual(await faultsOf({ ...settings, provider }), { 'settings.provider': 'error_unknown_choice' });
  const made = (await create({ name: 'Mail 5', channelType: String(email), settings })).data.createChannel;
  const changed = await update({ id: made.id, settings: { ...made.settings, token: planted } });
  assert.deepEqual(changed.errors![0]!.extensions.fields, { 'settings.token': 'error_unknown_field' });
  const same = await update({ id: made.id, settings: made.settings });
  assert.deepEqual(same.data.updateChannel.settings, made.settings, 'what is shown can be saved');
});

test('an empty secret keeps the old one, null clears it; changed settings leave the others', async () => {
  const made = (await create({ name: 'Mail 2', channelType: String(email), settings })).data.createChannel;
  const stored = async () => {
    const { secrets } = await server.app.db
      .selectFrom('channels')
      .select('secrets')
      .where('id', '=', made._id)
      .executeTakeFirstOrThrow();
    return secrets;
  };
  assert.ok(await stored());
  const kept = (await update({ id: made.id, settings: { port: 465, password: '' } })).data.updateChannel;
  assert.deepEqual([kept.settings.port, kept.settings.user, kept.secretsSet], [465, 'u', ['password']]);
  assert.deepEqual((await update({ id: made.id, settings: { password: null } })).data.updateChannel.secretsSet, []);
  assert.equal(await stored(), null);
});

test('sends a secret only to the address it was entered for', async () => {
  const sms = String(await idByIdentifier(server.app.db, 'channelTypes', 'sms'));
  const gateway = { provider: 'sms-http', url: 'https://sms.example.org/send?to={to}', secret: planted, body: '{}' };
  const mail = (await create({ name: 'Mail 4', channelType: String(email), settings })).data.createChannel;
  const http = (await create({ name: 'SMS', channelType: sms, settings: gateway })).data.createChannel;
  const refused = async (input: Record<string, unknown>) => (await update(input)).errors?.[0]?.extensions.fields;
  for (const given of [{}, { password: '' }, { password: true }]) {
    const fault = { 'settings.password': 'error_secret_again' };
    assert.deepEqual(await refused({ id: mail.id, settings: { host: 'evil.example.org', ...given } }), fault);
    assert.deepEqual(await refused({ id: mail.id, settings: { imapHost: 'evil.example.org', ...given } }), fault);
  }
  const known = { host: 'new.example.org', password: 'entered-again' };
  assert.equal((await update({ id: mail.id, settings: known })).data.updateChannel.settings.host, 'new.example.org');
  const to = (url: string) => ({ id: http.id, settings: { ...gateway, url, secret: '' } });
  assert.deepEqual(await refused(to('https://evil.example.org/send')), { 'settings.secret': 'error_secret_again' });
  assert.equal(await refused(to('https://sms.example.org/v2/send?to={number}')), undefined, 'the same gateway');
});

test('keeps a secret out of answers, audit entries and columns, but logs its replacement', async () => {
  const made = (await create({ name: 'Mail 3', channelType: String(email), settings })).data.createChannel;
  const answer = await update({ id: made.id, settings: { password: `${planted}-new` } });
  assert.ok(!JSON.stringify([made, answer]).includes(planted));
  const [newest] = await entries();
  const after = newest!.after as { settings: Record<string, unknown> };
  assert.deepEqual([newest!.action, after.settings['password']], ['update', 'replaced']);
  assert.ok(!JSON.stringify(await entries()).includes(planted));
  const { rows } = await server.app.database.pool.query('select * from channels');
  assert.ok(!JSON.stringify(rows).includes(planted));
  const before = (await entries()).length;
  await update({ id: made.id, settings: { password: `${planted}-new` } });
  assert.equal((await entries()).length, before, 'nothing changed, nothing logged');
  const reader = await server.as('crisis_manager');
  const { channel } = await reader.run(`{ channel(id: ${made._id}) { settings secretsSet } }`);
  assert.deepEqual(channel, { settings: null, secretsSet: [] });
});

test('the kind of a channel changes only before its first use and deletes secrets of the old one', async () => {
  const made = (await create({ name: 'Mail 4', channelType: String(email), settings })).data.createChannel;
  const exercise = String(await idByIdentifier(server.app.db, 'channelTypes', 'exercise'));
  const changed = (await update({ id: made.id, channelType: exercise })).data.updateChannel;
  assert.deepEqual([changed.settings, changed.secretsSet], [{ provider: 'exercise' }, []]);
  await createMessage(server.app.db, { channelId: made._id });
  const { errors } = await update({ id: made.id, channelType: String(email), settings });
  assert.deepEqual(errors![0]!.extensions.fields, { channelType: 'error_in_use' });
});

test('a voice channel without a named provider keeps its first one', () => {
  assert.equal(providerFor('voice', {}), 'voice-twilio');
  assert.equal(providerFor('voice', { provider: 'voice-sip' }), 'voice-sip');
});
