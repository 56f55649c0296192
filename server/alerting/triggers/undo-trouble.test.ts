import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { type Gateway, startGateway } from '#testing/fakes/gateway.ts';
import { settle } from '#testing/messages.ts';
import { post } from '#testing/rest.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { createCallChannel, createSmsChannel, type SmsChannel } from '#testing/sms-channel.ts';
import { createTrigger, eventsOf } from '#testing/triggers.ts';
import { until } from '#testing/until.ts';

// SMS is failing, so everyone would be called at once
let server: TestServer;
let texts: Gateway;
let calls: Gateway;
let sms: SmsChannel;
let db: Db;
let manager: TestClient;
before(async () => {
  server = await startTestServer();
  [texts, calls] = await Promise.all([startGateway(), startGateway()]);
  db = server.app.db;
  await db.updateTable('channelTypes').set({ isActive: true }).where('identifier', '=', 'voice').execute();
  sms = await createSmsChannel(server, texts);
  await createCallChannel(server, calls);
  manager = await server.as('crisis_manager');
  await sql`update system_settings set value_str = '600' where value_key = 'trigger_undo_seconds'`.execute(db);
  texts.down = true;
});
after(async () => {
  await server.stop();
  await Promise.all([texts.stop(), calls.stop()]);
});

const start = async (word: string, id: string) => {
  await db.updateTable('channels').set({ trouble: 'channel_unreachable' }).where('id', '=', sms.id).execute();
  const body = { trigger: word, id };
  assert.equal((await post(server, '/api/triggers', body, { token: manager.token })).status, 201);
  for (let turn = 0; turn < 3; turn++) await settle(server.app);
};
const takeBack = (word: string, id: string) =>
  fetch(`${server.url}/api/triggers/${word}/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${manager.token}` },
  });
const calledOf = (numbers: readonly string[]) => calls.taken.filter(({ to }) => numbers.includes(to)).length;

/** How many of the alarm's recipients are due, or were. */
async function leavingOf(eventTypeId: number): Promise<number> {
  const { rows } = await sql`
    select 1 from message_recipients r join reports p on p.id = r.report_id join events e on e.id = p.event_id
    where e.activation_event_type_id = ${eventTypeId}
      and (r.attempts > 0 or r.status = 'sending' or r.try_at <= clock_timestamp())`.execute(db);
  return rows.length;
}

test('no person falls back during the undo window with a failing channel, but right after it', async () => {
  const undone = await createTrigger(server);
  await start(undone.word, 'a');
  assert.equal(await leavingOf(undone.eventTypeId), 0, 'nothing leaves before the window is over');
  assert.equal((await takeBack(undone.word, 'a')).status, 200);
  assert.deepEqual(
    (await eventsOf(server, undone)).map(({ isRunning }) => isRunning),
    [false],
  );
  const kept = await createTrigger(server);
  await start(kept.word, 'b');
  assert.equal(await leavingOf(kept.eventTypeId), 0);
  await endWindow(kept.eventTypeId);
  await until(async () => calledOf(kept.numbers) === kept.numbers.length);
  assert.equal((await takeBack(kept.word, 'b')).status, 409);
  assert.equal(calledOf(undone.numbers), 0);
});

test('a start with any sent message cannot be cancelled', async () => {
  const trigger = await createTrigger(server);
  await start(trigger.word, 'c');
  await sql`
    update message_recipients r set attempts = 1 from reports p join events e on e.id = p.event_id
    where p.id = r.report_id and e.activation_event_type_id = ${trigger.eventTypeId}`.execute(db);
  assert.equal((await takeBack(trigger.word, 'c')).status, 409);
});

/** Lets the undo window of an alarm pass. */
async function endWindow(eventTypeId: number): Promise<void> {
  const ofAlarm = sql`report_id in (select p.id from reports p join events e on e.id = p.event_id
    where e.activation_event_type_id = ${eventTypeId})`;
  await sql`update messages set release_at = clock_timestamp() where ${ofAlarm}`.execute(db);
  await sql`update message_recipients set try_at = clock_timestamp() where ${ofAlarm} and status = 'queued'`.execute(
    db,
  );
}
