import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import smtp from '#server/channels/providers/smtp.ts';
import { openSettings, publicSettings, storeSettings } from '#server/channels/settings.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';
import { createMailChannel } from '#testing/deliveries.ts';
import { idByIdentifier } from '#testing/factories.ts';
import { createChannel } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { type Sink, startSink } from '../../../faults/sink.ts';

let server: TestServer;
let sink: Sink;
let db: Db;
let administrator: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  sink = await startSink();
  db = server.app.db;
  administrator = await server.as('administrator');
});
after(async () => {
  await sink.stop();
  await server.stop();
});

const read = 'query ($id: ID!) { channel(id: $id) { settings addressesPeople trouble } }';
const send = 'mutation ($id: ID!, $address: String!) { testChannel(id: $id, address: $address) }';

test('stores settings with sealed secrets and shows them without secrets', async () => {
  const { secrets } = server.app;
  const id = await createMailChannel(db, sink.port);
  const channel = { id, settings: {}, secrets: null };
  const input = { host: 'mail.example.org', from: 'a@example.org', user: 'alarm', password: 'geheim', port: '465' };
  const stored = storeSettings(secrets, 'email', channel, input);
  assert.ok(!JSON.stringify(stored.settings).includes('geheim'));
  assert.ok(!stored.secrets!.includes('geheim'));
  await db
    .updateTable('channels')
    .set({ settings: JSON.stringify(stored.settings), secrets: stored.secrets })
    .where('id', '=', id)
    .execute();
  const { settings } = (await administrator.run(read, { id })).channel;
  assert.deepEqual([settings.password, settings.port, settings.provider, settings.verify], [true, 465, 'smtp', true]);
  const kept = storeSettings(secrets, 'email', { id, ...stored }, { ...settings, user: 'other' });
  const open = openSettings(secrets, smtp, { id, ...kept });
  assert.deepEqual([open['password'], open['host'], open['user']], ['geheim', 'mail.example.org', 'other']);
  const cleared = storeSettings(secrets, 'email', { id, ...stored }, { password: '' });
  assert.equal(cleared.secrets, null);
  const elsewhere = { id: id + 1, ...stored };
  assert.throws(() => openSettings(secrets, smtp, elsewhere), 'sealed for another row');
});

test('a preset holds for new channels, not for stored ones without the setting', () => {
  const { secrets } = server.app;
  const input = { provider: 'voice-sip', server: 'pbx.example.org', user: 'alarm' };
  const takesCallsBack = (settings: object, given: object = input) =>
    storeSettings(secrets, 'voice', { id: 1, settings, secrets: null }, given).settings['callBack'];
  assert.equal(takesCallsBack({}), true);
  assert.equal(takesCallsBack({ provider: 'voice-twilio', from: '+4930123456' }), true);
  assert.equal(takesCallsBack({}, { ...input, callBack: false }), false);
  assert.equal(takesCallsBack(input), false);
  assert.equal(
    takesCallsBack(input, publicSettings(secrets, 'voice', { id: 1, settings: input, secrets: null })),
    false,
  );
  assert.equal(takesCallsBack({ ...input, callBack: true }), true);
});

test('refuses invalid settings by field', () => {
  const channel = { id: 1, settings: {}, secrets: null };
  const input = { port: 70_000, secure: 'maybe', verify: 'maybe', from: 'a@example.org' };
  assert.throws(
    () => storeSettings(server.app.secrets, 'email', channel, input),
    (error: unknown) => {
      const { fields } = (error as Refusal).extensions as { fields: object };
      assert.ok(error instanceof Refusal);
      assert.deepEqual(fields, {
        host: 'error_required',
        port: 'error_invalid_number',
        secure: 'error_unknown_choice',
        verify: 'error_invalid_input',
      });
      return true;
    },
  );
});

test('does not switch on a channel without required settings, so no alarm is prepared for it', async () => {
  const switchOn = (id: number, settings?: object) =>
    administrator.send('mutation ($input: UpdateChannelInput!) { updateChannel(input: $input) { isActive } }', {
      input: { id: String(id), isActive: true, ...(settings ? { settings } : {}) },
    });
  const { id } = await createChannel(db, 'email', { isActive: false });
  const { errors } = await switchOn(id);
  assert.deepEqual(errors?.[0]?.extensions.fields, {
    'settings.host': 'error_required',
    'settings.from': 'error_required',
  });
  const gone = await createChannel(db, 'sms', { isActive: false, settings: JSON.stringify({ provider: 'gone' }) });
  const refused = await switchOn(gone.id);
  assert.deepEqual(refused.errors?.[0]?.extensions.fields, { 'settings.provider': 'error_unknown_choice' });
  const whole = await switchOn(id, { host: 'mail.example.org', from: 'a@example.org' });
  assert.equal(whole.data.updateChannel.isActive, true);
  await administrator.run(`mutation { updateChannel(input: { id: ${id}, isActive: false }) { isActive } }`);
  assert.equal((await switchOn(id)).data.updateChannel.isActive, true);
});

test('only channel managers see settings; everyone sees whether a channel addresses people', async () => {
  const editor = await server.as('editor');
  const id = await createMailChannel(db, sink.port);
  assert.deepEqual((await editor.run(read, { id })).channel, { settings: null, addressesPeople: true, trouble: null });
  const { id: feed } = await createChannel(db, 'webfeed');
  assert.equal((await editor.run(read, { id: feed })).channel.addressesPeople, false);
  const kinds = async (type: string, provider?: string) => {
    const { id: channel } = await createChannel(db, type, provider ? { settings: JSON.stringify({ provider }) } : {});
    return (await editor.run('query ($id: ID!) { channel(id: $id) { addressKinds } }', { id: channel })).channel;
  };
  assert.deepEqual(await kinds('email'), { addressKinds: ['email'] });
  assert.deepEqual(await kinds('webfeed'), { addressKinds: [] });
  assert.deepEqual(await kinds('webpush'), { addressKinds: ['webpush'] });
  assert.deepEqual(await kinds('sms', 'gone'), { addressKinds: null }, 'nothing serves it here');
  for (const query of [
    '{ channelProviders { identifier } }',
    `mutation { testChannel(id: ${id}, address: "a@b.de") }`,
  ]) {
    assert.equal((await editor.send(query)).errors?.[0]?.extensions.code, 'FORBIDDEN');
  }
});

test('providers describe their settings', async () => {
  const { channelProviders } = await administrator.run('{ channelProviders { identifier channelType label fields } }');
  const mail = channelProviders.find(({ identifier }: { identifier: string }) => identifier === 'smtp');
  assert.deepEqual([mail.channelType, mail.label.en], ['email', 'E-mail via SMTP']);
  assert.ok(mail.fields.some(({ name, secret }: { name: string; secret?: boolean }) => name === 'password' && secret));
});

test('sends a test message through the real provider and returns its own words', async () => {
  const id = await createMailChannel(db, sink.port);
  assert.deepEqual((await administrator.run(send, { id, address: 'test@example.org' })).testChannel, { ok: true });
  assert.equal((await sink.ledger()).at(-1)?.to, 'test@example.org');
  const refused = (await administrator.run(send, { id, address: 'x+reject@example.org' })).testChannel;
  assert.deepEqual([refused.ok, refused.reason], [false, 'address_unknown']);
  assert.match(refused.detail, /No such user/);
  const exercise = await idByIdentifier(db, 'channels', 'exercise');
  assert.deepEqual((await administrator.run(send, { id: exercise, address: '+49 151 12345678' })).testChannel, {
    ok: true,
  });
  const wrong = await administrator.send(send, { id, address: 'kein Postfach' });
  assert.equal(wrong.errors?.[0]?.extensions.fields?.['address'], 'error_invalid_input');
});

test('sends a test message although its text is switched off', async () => {
  const id = await createMailChannel(db, sink.port);
  const change = (isActive: boolean) =>
    db.updateTable('systemMails').set({ isActive }).where('identifier', '=', 'test_message').execute();
  await change(false);
  try {
    assert.deepEqual((await administrator.run(send, { id, address: 'off@example.org' })).testChannel, { ok: true });
    assert.equal((await sink.ledger()).at(-1)?.to, 'off@example.org');
  } finally {
    await change(true);
  }
});

test('refuses to test notifications without an own device and does not blame the channel', async () => {
  const { id } = await createChannel(db, 'webpush', { settings: JSON.stringify({ contact: 'stab@example.org' }) });
  assert.equal((await administrator.send(send, { id, address: '' })).errors?.[0]?.message, 'error_no_device');
  const health = await administrator.run('query ($id: ID!) { channel(id: $id) { lastFailureAt } }', { id });
  assert.equal(health.channel.lastFailureAt, null);
});

test('shows the recipients of a test beforehand unless it is published or goes to an address', async () => {
  const reach = async (type: string, provider: string) => {
    const { id } = await createChannel(db, type, { settings: JSON.stringify({ provider }) });
    return (await administrator.run('query ($id: ID!) { channel(id: $id) { testReaches } }', { id })).channel
      .testReaches;
  };
  assert.equal(await reach('social_media', 'bluesky'), 'nobody');
  assert.equal(await reach('social_media', 'mastodon'), 'account');
  assert.equal(await reach('chat', 'matrix'), 'room');
  assert.equal(await reach('webhook', 'webhook'), 'program');
  assert.equal(await reach('email', 'smtp'), null);
});

test('limits test messages per user and channel', async () => {
  const other = await server.as('administrator');
  const [id, second] = [await createMailChannel(db, sink.port), await createMailChannel(db, sink.port)];
  const test = (channel: number) => other.send(send, { id: channel, address: 'test@example.org' });
  for (let n = 0; n < 10; n++) assert.equal((await test(id)).errors, undefined);
  assert.equal((await test(id)).errors?.[0]?.message, 'error_too_many_requests');
  assert.equal((await test(second)).errors, undefined);
});

test('a channel that is not social media has no account', async () => {
  const id = await createMailChannel(db, sink.port);
  const query = 'query ($id: ID!) { socialMediaAccount(channel: $id) { title } }';
  assert.equal((await administrator.run(query, { id })).socialMediaAccount, null);
  assert.equal((await administrator.send(query, { id: 999_999 })).errors?.[0]?.message, 'error_not_found');
});

test('refuses unusable SMS and call settings at their field', async () => {
  const type = Object.fromEntries(
    await Promise.all(
      ['sms', 'voice'].map(async (name) => [name, String(await idByIdentifier(db, 'channelTypes', name))]),
    ),
  );
  await db.updateTable('channelTypes').set({ isActive: true }).where('identifier', '=', 'voice').execute();
  const refusedAt = async (channelType: string, settings: Record<string, unknown>) => {
    const input = { name: 'Kanal', channelType, settings };
    const answer = await administrator.send(
      'mutation ($input: CreateChannelInput!) { createChannel(input: $input) { _id } }',
      { input },
    );
    const faults = answer.errors?.[0]?.extensions.fields;
    return faults
      ? Object.fromEntries(Object.entries(faults).map(([at, key]) => [at.replace('settings.', ''), key]))
      : null;
  };
  const account = { accountSid: 'AC1', authToken: 'geheim' };
  assert.deepEqual(
    await refusedAt(type['sms'], { provider: 'sms-twilio', ...account, from: '0711 123', prices: '+49 0,07\nviel' }),
    { from: 'error_unlike_hint', prices: 'error_unlike_hint' },
  );
  assert.deepEqual(await refusedAt(type['sms'], { provider: 'sms-twilio', ...account, currency: 'Euro' }), {
    currency: 'error_too_long',
    from: 'error_required',
  });
  assert.deepEqual(await refusedAt(type['sms'], { provider: 'sms-twilio', ...account }), {
    from: 'error_required',
  });
  assert.deepEqual(
    await refusedAt(type['sms'], {
      provider: 'sms-http',
      url: 'kein Gateway',
      headers: 'ohne Doppelpunkt',
      states: 'DELIVERED',
      success: '(',
      refusal: '^(\\d+ ?)+$',
      idAt: 'irgendwo',
    }),
    {
      url: 'error_invalid_url',
      headers: 'error_unlike_hint',
      states: 'error_unlike_hint',
      success: 'error_unlike_hint',
      refusal: 'error_unlike_hint',
      idAt: 'error_unlike_hint',
    },
  );
  const smpp = { provider: 'smpp', systemId: 'haus', hosts: 'smsc.example.org:99999', source: 'ein zu langer Name' };
  assert.deepEqual(await refusedAt(type['sms'], smpp), {
    hosts: 'error_unlike_hint',
    source: 'error_unlike_hint',
  });
  assert.deepEqual(
    await refusedAt(type['voice'], {
      provider: 'voice-twilio',
      ...account,
      from: 'Krisenstab',
      baseUrl: 'ohne Adresse',
    }),
    { from: 'error_unlike_hint', baseUrl: 'error_invalid_url' },
  );
  assert.equal(
    await refusedAt(type['sms'], { provider: 'sms-twilio', ...account, from: 'Krisenstab', prices: '* 0.1' }),
    null,
  );
});
