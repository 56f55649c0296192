import assert from 'node:assert/strict';
import test from 'node:test';
import { sql } from 'kysely';
import { createUser } from '#testing/factories.ts';
import { startTwilio, twilioAccount } from '#testing/fakes/twilio.ts';
import { startTestServer } from '#testing/server.ts';
import { createProviderChannel } from '#testing/sms-provider.ts';
import { createTrigger, eventsOf, outcomesOf } from '#testing/triggers.ts';
import { until } from '#testing/until.ts';
import { type Process, startWorkerProcess } from '../../../faults/process.ts';

// Real processes and real kills.
test('killed and parallel workers start each triggered alarm once', async () => {
  const server = await startTestServer({ ROLES: 'web' });
  const { db, database } = server.app;
  const twilio = await startTwilio();
  const workers: Process[] = [];
  const work = async () => {
    const worker = await startWorkerProcess(db, database.url);
    workers.push(worker);
    return worker;
  };
  try {
    const settings = {
      ...twilioAccount,
      provider: 'sms-twilio',
      from: '+4930123',
      baseUrl: twilio.url,
      ownNetwork: true,
    };
    const { callbackUrl } = await createProviderChannel(server, settings, []);
    const from = '+4916099999999';
    await createUser(db, { roles: ['crisis_manager'], mobilePhoneNumber: from });
    const triggers: Awaited<ReturnType<typeof createTrigger>>[] = [];
    for (let n = 0; n < 8; n++) triggers.push(await createTrigger(server, { people: 10, smsPin: false }));
    for (const { word } of triggers) {
      // the provider brings each twice
      for (let time = 0; time < 2; time++)
        await twilio.tell(callbackUrl!, { MessageSid: `SM${word}`, From: from, To: '+4930123', Body: word });
    }
    const count = async () =>
      (await Promise.all(triggers.map((one) => eventsOf(server, one)))).map(({ length }) => length);
    let before = 0;
    for (let kill = 0; kill < (process.env['TEST_FULL'] ? 3 : 2); kill++) {
      const worker = await work();
      await until(async () => (await count()).filter(Boolean).length > before);
      await worker.end('SIGKILL');
      before = (await count()).filter(Boolean).length;
    }
    await Promise.all([work(), work()]);
    await until(async () => !(await db.selectFrom('replies').select('id').executeTakeFirst()));
    assert.deepEqual(
      await count(),
      triggers.map(() => 1),
    );
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from trigger_calls where outcome = 'started'`.execute(db);
    assert.equal(rows[0]!.n, triggers.length);
    const { rows: silent } = await sql`
      select c.caller_key from trigger_calls c where c.outcome = 'started' and c.answered_at is null`.execute(db);
    assert.deepEqual(silent, [], 'whoever started an alarm is told so, whenever the program died');
    // two processes, one alarm
    const many = Array.from({ length: 20 }, (_, at) => `+49161${String(at).padStart(7, '0')}`);
    const wanted = await createTrigger(server, { people: 50, smsPin: false, senders: many.join('\n') });
    const write = (sender: string) =>
      twilio.tell(callbackUrl!, { MessageSid: `SM${sender}`, From: sender, To: '+4930123', Body: wanted.word });
    await Promise.all(many.map(write));
    await until(async () => (await outcomesOf(server, wanted)).length === many.length);
    assert.equal((await eventsOf(server, wanted)).length, 1);
  } finally {
    await Promise.all(workers.map((worker) => worker.end('SIGKILL')));
    await twilio.stop();
    await server.stop();
  }
});
