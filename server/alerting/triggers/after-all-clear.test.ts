import assert from 'node:assert/strict';
import test from 'node:test';
import { sql } from 'kysely';
import { twilioAccount } from '#testing/fakes/twilio.ts';
import { post } from '#testing/rest.ts';
import { startTestServer } from '#testing/server.ts';
import { createProviderChannel } from '#testing/sms-provider.ts';
import { createTrigger, eventsOf } from '#testing/triggers.ts';

test('within a minute the same word starts a second alarm only after the all-clear for the first', async () => {
  const server = await startTestServer({ ROLES: 'web' });
  const { db } = server.app;
  try {
    const provider = { ...twilioAccount, provider: 'sms-twilio', from: '+4930123', baseUrl: 'http://127.0.0.1:9' };
    await createProviderChannel(server, provider, []);
    const trigger = await createTrigger(server);
    const manager = await server.as('crisis_manager');
    const start = async (id: string) => {
      const { status } = await post(server, '/api/triggers', { trigger: trigger.word, id }, { token: manager.token });
      return [status, (await eventsOf(server, trigger)).length];
    };
    assert.deepEqual(await start('one'), [201, 1]);
    assert.deepEqual(await start('two'), [200, 1]);
    for (const status of ['sending', 'sent']) {
      await sql`update message_recipients set status = ${status} where status in ('queued', 'sending')`.execute(db);
    }
    const [event] = await eventsOf(server, trigger);
    const { createAllClear } = await manager.run('mutation ($id: ID!) { createAllClear(event: $id) { id } }', {
      id: String(event!.id),
    });
    await manager.run('mutation ($id: ID!) { sendReport(id: $id, launchKey: "after-all-clear") { id } }', {
      id: createAllClear.id,
    });
    assert.deepEqual(await start('three'), [201, 2]);
  } finally {
    await server.stop();
  }
});
