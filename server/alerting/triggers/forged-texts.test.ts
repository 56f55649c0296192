import assert from 'node:assert/strict';
import test from 'node:test';
import { sql } from 'kysely';
import { createUser } from '#testing/factories.ts';
import { startTwilio, twilioAccount } from '#testing/fakes/twilio.ts';
import { startTestServer } from '#testing/server.ts';
import { createProviderChannel } from '#testing/sms-provider.ts';
import { createTrigger, eventsOf, outcomesOf, triggerPin } from '#testing/triggers.ts';
import { until } from '#testing/until.ts';

test('a forged number without the PIN neither stops a started alarm nor locks out others', async () => {
  const server = await startTestServer();
  const twilio = await startTwilio();
  const { db } = server.app;
  try {
    const provider = { ...twilioAccount, provider: 'sms-twilio', from: '+4930123', baseUrl: twilio.url };
    const sms = await createProviderChannel(server, { ...provider, ownNetwork: true }, []);
    await sql`update system_settings set value_str = '600' where value_key = 'trigger_undo_seconds'`.execute(db);
    const [from, other] = ['+491601111111', '+491602222222'];
    for (const mobilePhoneNumber of [from, other])
      await createUser(db, { roles: ['crisis_manager'], mobilePhoneNumber });
    const trigger = await createTrigger(server);
    let count = 0;
    const write = (sender: string, Body: string) =>
      twilio.tell(sms.callbackUrl!, { MessageSid: `SMforged${++count}`, From: sender, To: '+4930123', Body });
    const isRunning = async () => (await eventsOf(server, trigger)).map((event) => event.isRunning);
    const has = (outcomes: number) => until(async () => (await outcomesOf(server, trigger)).length >= outcomes);
    await write(from, `${trigger.word} ${triggerPin}`);
    await has(1);
    await write(from, 'STOPP');
    await has(2);
    for (let n = 0; n < 5; n++) await write(from, `STOPP 98765${n}`);
    await has(7);
    assert.deepEqual(await isRunning(), [true]);
    await write(other, `${trigger.word} ${triggerPin}`);
    await has(8);
    assert.equal((await outcomesOf(server, trigger)).at(-1), 'repeated', 'the way is open for others');
  } finally {
    await server.stop();
    await twilio.stop();
  }
});
