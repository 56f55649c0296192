import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { createUser } from '#testing/factories.ts';
import { type Gateway, startGateway } from '#testing/fakes/gateway.ts';
import { createChannel } from '#testing/messages.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { createSmsChannel } from '#testing/sms-channel.ts';

let server: TestServer;
let db: Db;
let gateway: Gateway;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  gateway = await startGateway();
  await sql`update channels set is_active = false where identifier <> 'exercise'`.execute(db);
});
after(async () => {
  await server.stop();
  await gateway.stop();
});

const ask = 'mutation { testOwnChannels { channel outcome reason } }';

test('sends a test message over each active external channel and reports each result', async () => {
  const user = await server.client((await createUser(db)).id);
  assert.deepEqual((await user.run(ask)).testOwnChannels, []);
  await createChannel(db, 'email', { name: 'Mail ohne Server' });
  await createSmsChannel(server, gateway);
  await createChannel(db, 'sms', { name: 'SMS aus', isActive: false });
  const [mail, sms, ...rest] = (await user.run(ask)).testOwnChannels;
  assert.deepEqual([mail.channel, mail.outcome, rest], ['Mail ohne Server', 'failed', []]);
  assert.ok(mail.reason);
  assert.deepEqual([sms.outcome, sms.reason], ['no_address', null]);
  await user.run(ask);
  assert.equal((await user.send(ask)).errors?.[0]?.message, 'error_too_many_requests');
  const withPhone = await server.client((await createUser(db, { mobilePhoneNumber: '+4915112345678' })).id);
  const [, taken] = (await withPhone.run(ask)).testOwnChannels;
  assert.deepEqual([taken.outcome, taken.reason], ['handed_over', null]);
  assert.deepEqual(
    gateway.taken.map(({ to }) => to),
    ['+4915112345678'],
  );
});

test('reveals nothing about the channel when it refuses a number', async () => {
  const number = '+4915112345679';
  gateway.refused.add(number);
  const user = await server.client((await createUser(db, { mobilePhoneNumber: number })).id);
  const tested = (await user.run(ask)).testOwnChannels.find(
    ({ reason }: { reason: string }) => reason === 'address_invalid',
  );
  assert.equal(tested?.outcome, 'failed');
  const failed = db.selectFrom('channels').select('lastFailureAt').where('name', '=', tested.channel);
  assert.equal((await failed.executeTakeFirstOrThrow()).lastFailureAt, null);
});
