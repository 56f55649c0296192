import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { createChannel } from '#testing/messages.ts';
import { post } from '#testing/rest.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { createTrigger } from '#testing/triggers.ts';

let server: TestServer;
let administrator: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  administrator = await server.as('administrator');
});
after(() => server.stop());

test('refuses answer words as keywords, invalid senders and easy PINs', async () => {
  const { id } = await createTrigger(server);
  const update = (input: object) =>
    administrator.send(
      'mutation ($input: UpdateTriggerInput!) { updateTrigger(input: $input) { identifier senders } }',
      {
        input: { id: String(id), ...input },
      },
    );
  for (const identifier of ['ja', 'stopp', 'uebung', '1', '12345', 'a b']) {
    assert.ok((await update({ identifier })).errors?.[0]?.extensions.fields?.['identifier'], identifier);
  }
  assert.equal((await update({ senders: 'Leitstelle' })).errors?.[0]?.message, 'error_trigger_senders');
  const good = await update({ identifier: 'Hochwasser', senders: '0160 1234567\n A@b.de ' });
  assert.deepEqual(good.data.updateTrigger, { identifier: 'hochwasser', senders: '+491601234567\na@b.de' });
  for (const pin of ['12345', '123456', '111111', '654321', 'abcdef', '1234567890123']) {
    const answer = await administrator.send(`mutation { setTriggerPin(id: ${id}, pin: "${pin}") { hasPin } }`);
    assert.equal(answer.errors?.[0]?.message, 'error_trigger_pin', pin);
  }
});

test('counts the seconds of the undo window by the clock that ends them', async (t) => {
  await sql`update system_settings set value_str = '10' where value_key = 'trigger_undo_seconds'`.execute(
    server.app.db,
  );
  const { word } = await createTrigger(server);
  const manager = await server.as('crisis_manager');
  const { now } = Date;
  t.mock.method(Date, 'now', () => now() + 60_000); // this program runs a minute ahead of the database
  const { body } = await post(server, '/api/triggers', { trigger: word, id: 'x' }, { token: manager.token });
  assert.ok(body.undoSeconds > 0 && body.undoSeconds <= 10, String(body.undoSeconds));
});

test('a trigger shows its receiving channels, and warns of messages that stay internal', async () => {
  const { db } = server.app;
  const { id } = await createTrigger(server, { ways: ['sms', 'call', 'post'] });
  const look = async () =>
    (await administrator.run(`{ trigger(id: ${id}) { readiness { staysInside } listening { way channels } } }`))
      .trigger;
  const deaf = [
    { way: 'sms', channels: [] },
    { way: 'call', channels: [] },
  ];
  assert.deepEqual(await look(), { readiness: { staysInside: true }, listening: deaf });
  const smpp = { provider: 'smpp', hosts: 'smsc.example.org', systemId: 'haus' };
  const { id: named } = await createChannel(db, 'sms', { settings: JSON.stringify({ ...smpp, source: 'Krisenstab' }) });
  assert.deepEqual(await look(), { readiness: { staysInside: false }, listening: deaf });
  const answerable = JSON.stringify({ ...smpp, source: '+4930123' });
  await db.updateTable('channels').set({ settings: answerable, name: 'SMSC' }).where('id', '=', named).execute();
  assert.deepEqual((await look()).listening, [{ way: 'sms', channels: ['SMSC'] }, deaf[1]]);
  await db.updateTable('channels').set({ isActive: false }).where('id', '=', named).execute();
  assert.deepEqual((await look()).listening, deaf);
});
