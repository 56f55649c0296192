import assert from 'node:assert/strict';
import test from 'node:test';
import { sql } from 'kysely';
import { launchInEvent } from '#server/alerting/event-log/states.ts';
import { twilioAccount } from '#testing/fakes/twilio.ts';
import { post } from '#testing/rest.ts';
import { startTestServer } from '#testing/server.ts';
import { createProviderChannel } from '#testing/sms-provider.ts';
import { createTrigger, eventsOf } from '#testing/triggers.ts';
import { until } from '#testing/until.ts';

test('cancelling a start blocks no launch in its event, and is the last line of its log', async () => {
  const server = await startTestServer({ ROLES: 'web' });
  const { db } = server.app;
  try {
    const provider = { ...twilioAccount, provider: 'sms-twilio', from: '+4930123', baseUrl: 'http://127.0.0.1:9' };
    await createProviderChannel(server, provider, []);
    await sql`update system_settings set value_str = '600' where value_key = 'trigger_undo_seconds'`.execute(db);
    const trigger = await createTrigger(server);
    const { token } = await server.as('crisis_manager');
    assert.equal((await post(server, '/api/triggers', { trigger: trigger.word, id: 'x' }, { token })).status, 201);
    const [event] = await eventsOf(server, trigger);
    let takenBack: Promise<Response> | undefined;
    await db.transaction().execute(async (tx) => {
      await launchInEvent(tx, event!.id);
      takenBack = fetch(`${server.url}/api/triggers/${trigger.word}/x`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${token}` },
      });
      await until(async () => {
        const { rows } = await sql`
          select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
        return rows.length > 0;
      });
      const { rows } = await sql`
        select 1 from messages m join reports r on r.id = m.report_id where r.event_id = ${event!.id}
        order by m.id for no key update of m nowait`.execute(tx);
      assert.ok(rows.length > 0);
    });
    assert.equal((await takenBack!).status, 200);
    const { rows } = await sql<{ kind: string }>`
      select kind from log_entries where event_id = ${event!.id} order by id`.execute(db);
    assert.deepEqual(rows.map(({ kind }) => kind).slice(-3), [
      'message_stopped',
      'event_finished',
      'trigger_cancelled',
    ]);
    const { rows: people } = await sql<{ status: string }>`select distinct status from message_recipients`.execute(db);
    assert.deepEqual(people, [{ status: 'cancelled' }]);
  } finally {
    await server.stop();
  }
});
