import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import fc from 'fast-check';
import type { Values } from '#server/channels/channel.ts';
import { adapters } from '#server/channels/registry.ts';
import { withoutSecrets } from '#server/channels/without-secrets.ts';
import { idByIdentifier } from '#testing/factories.ts';
import { startHttpFake } from '#testing/fakes/http-fake.ts';
import { httpFixtures } from '#testing/http-fixtures.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';

// Providers may repeat a request in refusals, which testers see.
let server: TestServer;
const fixtures = httpFixtures();
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  await Promise.all(Object.values(fixtures).map((fixture) => fixture.start()));
});
after(async () => {
  await server.stop();
  await Promise.all(Object.values(fixtures).map(({ fake }) => fake.stop()));
});

/** Returns the answer to a test message. */
async function tested(type: string, settings: Values, address: string): Promise<string> {
  const administrator = await server.as('administrator');
  const { createChannel } = await administrator.run(
    'mutation ($input: CreateChannelInput!) { createChannel(input: $input) { _id } }',
    {
      input: {
        name: 'Geschwätzig',
        channelType: String(await idByIdentifier(server.app.db, 'channelTypes', type as 'sms')),
        settings,
      },
    },
  );
  const { testChannel } = await administrator.run(
    'mutation ($id: ID!, $address: String!) { testChannel(id: $id, address: $address) }',
    { id: String(createChannel._id), address },
  );
  assert.equal(testChannel.ok, false);
  assert.ok(testChannel.detail, 'its own words are there');
  return JSON.stringify(testChannel);
}

// a test publishes nothing
const signsInOnly = new Set(['bluesky', 'ayrshare']);
const told = 200; // the displayed length of a provider's text

for (const [provider, fixture] of Object.entries(fixtures)) {
  test(`${provider} echoes the request, and no answer contains the secret or its beginning`, async () => {
    const settings: Values = { provider, ...fixture.settings() };
    const secret = String(settings[fixture.secret]);
    const proof = URL.canParse(secret) ? new URL(secret).pathname : secret;
    const { type } = adapters.get(provider)!;
    const wordings = [
      `Cannot POST ${proof}: ${encodeURIComponent(proof)}`,
      `Authorization: Basic ${Buffer.from(`stab:${secret}`).toString('base64')}`,
      `${'x'.repeat(told - proof.length + 2)}${proof}`,
    ];
    for (const body of wordings) {
      fixture.fake.misbehave({ status: 400, body }, 1, signsInOnly.has(provider) ? '' : fixture.path);
      const answer = await tested(type, settings, fixture.address?.(1) ?? '');
      for (const word of [proof, proof.slice(0, -2), encodeURIComponent(proof)])
        assert.ok(!answer.includes(word), answer);
    }
  });
}

test('removes the password in URL encoding from a gateway that echoes the request', async () => {
  const gateway = await startHttpFake(({ path, query, headers }) => ({
    status: 400,
    body: `GET ${path}?${query} HTTP/1.1 ${headers['x-key']}`,
  }));
  const secret = 'p&ss wörd/47"1<1>';
  try {
    const settings = {
      provider: 'sms-http',
      method: 'GET',
      url: `${gateway.url}/send?to={to}&password={secret}&text={text}`,
      headers: 'X-Key: {basic}',
      user: 'stab',
      secret,
      ownNetwork: true,
    };
    const answer = await tested('sms', settings, '+4915112345678');
    const { query } = gateway.requests.at(-1)!;
    assert.equal(query.get('password'), secret);
    for (const word of [secret, 'p%26ss', 'p&ss', 'w%C3%B6rd', Buffer.from(`stab:${secret}`).toString('base64')])
      assert.ok(!answer.includes(word), answer);
  } finally {
    await gateway.stop();
  }
});

test('removes any secret in any spelling and at any word boundary', () => {
  const ways = [
    (text: string) => text,
    encodeURIComponent,
    (text: string) => encodeURIComponent(text).replace(/%../g, (sign) => sign.toLowerCase()),
    (text: string) => new URLSearchParams({ x: text }).toString().slice(2),
    (text: string) => JSON.stringify(text).slice(1, -1),
    (text: string) => Buffer.from(`user:${text}`).toString('base64'),
  ];
  const secrets = fc.string({ minLength: 8, maxLength: 60, unit: fc.constantFrom(...'aZ7ß€🚒&<>"/+ %{}\\=') });
  fc.assert(
    fc.property(secrets, fc.constantFrom(...ways), fc.nat(), (secret, write, cut) => {
      const written = write(secret);
      const whole = withoutSecrets(`Refused: [${written}] as such`, [secret]);
      assert.ok(!whole.includes(written), whole);
      const kept = 4 + (cut % Math.max(1, written.length - 4));
      if (written.endsWith('=') || write === ways.at(-1)) return; // half of it in Base64 is no text
      const begun = withoutSecrets(`Refused: [${written.slice(0, kept)}`, [secret]);
      assert.ok(!begun.endsWith(written.slice(0, kept)), begun);
    }),
  );
  assert.equal(withoutSecrets('No such user', ['geheim']), 'No such user');
});
