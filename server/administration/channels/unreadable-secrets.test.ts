import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { idByIdentifier } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let administrator: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  administrator = await server.as('administrator');
});
after(() => server.stop());

const fields = '_id settings secretsSet';

async function create(password: string) {
  const settings = { host: 'mail.example.org', from: 'alarm@example.org', user: 'u', password };
  const channelType = String(await idByIdentifier(server.app.db, 'channelTypes', 'email'));
  const input = { name: `Mail ${password}`, channelType, settings };
  const made = `mutation ($input: CreateChannelInput!) { createChannel(input: $input) { ${fields} } }`;
  return (await administrator.run(made, { input })).createChannel as { _id: number; secretsSet: string[] };
}

const attempts: Record<string, (of: number, other: number) => Promise<unknown>> = {
  'of another channel': (of, other) =>
    sql`update channels set secrets = (select secrets from channels where id = ${other}) where id = ${of}`.execute(
      server.app.db,
    ),
  'with a changed byte': (of) =>
    sql`update channels set secrets = set_byte(secrets, 30, 255 - get_byte(secrets, 30)) where id = ${of}`.execute(
      server.app.db,
    ),
};

for (const [what, change] of Object.entries(attempts)) {
  test(`ignores secrets ${what} and lets administrators enter them again in the channel settings`, async () => {
    const [own, other] = [await create('eigenes-wort'), await create('fremdes-wort')];
    assert.deepEqual(own.secretsSet, ['password']);
    await change(own._id, other._id);
    const tried = 'mutation ($id: ID!) { testChannel(id: $id, address: "a@example.org") }';
    const { testChannel } = await administrator.run(tried, { id: String(own._id) });
    assert.deepEqual([testChannel.ok, testChannel.reason], [false, 'channel_misconfigured']);
    const query = `query ($id: ID!) { channel(id: $id) { ${fields} } }`;
    const shown = async () => (await administrator.run(query, { id: String(own._id) })).channel;
    assert.deepEqual((await shown()).secretsSet, []);
    const update = `mutation ($input: UpdateChannelInput!) { updateChannel(input: $input) { ${fields} } }`;
    await administrator.run(update, { input: { id: String(own._id), settings: { password: 'neu-eingegeben' } } });
    assert.deepEqual((await shown()).secretsSet, ['password']);
  });
}
