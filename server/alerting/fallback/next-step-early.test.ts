import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { claimRecipients } from '#server/alerting/delivery/queue/claim.ts';
import { findDue } from '#server/alerting/delivery/queue/due.ts';
import { advanceMessages } from '#server/alerting/launch/advance-messages.ts';
import { wakeSteps } from '#server/alerting/recipients/step-wakes.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { createEvent, createEventType, createPerson, createReport } from '#testing/factories.ts';
import { createChannel, createDraft, settle, setUndoSeconds } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';

// The program without its worker, two mail channels and one for texts: the test holds the transactions that meet a turn.
let server: TestServer;
let manager: TestClient;
let db: Db;
const channels = { first: 0, second: 0, texts: 0 };
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  manager = await server.as('crisis_manager');
  await sql`update channels set is_active = false where channel_type_id <> (
    select id from channel_types where identifier = 'exercise')`.execute(db);
  channels.first = (await createChannel(db, 'email')).id;
  channels.second = (await createChannel(db, 'email')).id;
  channels.texts = (await createChannel(db, 'sms')).id;
  await setUndoSeconds(db, 0);
  await sql`insert into nodes (id, heartbeat_at) values ('test', now() + interval '1 day')`.execute(db);
});
after(() => server.stop());

let count = 0;

/** Launches an alarm by mail, and by text ten minutes later, to one person. */
async function launch(): Promise<{ reportId: number; personId: number }> {
  const person = await createPerson(db, { mobile: `+49151630${String(++count).padStart(5, '0')}` });
  const type = await createEventType(db, { alarmSteps: JSON.stringify({ sms: 600 }) });
  const { id: eventId } = await createEvent(db, { activationEventTypeId: type.id });
  const { id: reportId } = await createReport(db, { eventId, type: 'activation' });
  for (const channelId of [channels.first, channels.texts])
    await createDraft(db, { reportId, channelId, people: [person.id] });
  await manager.run('mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { id } }', {
    id: String(reportId),
    key: `early-${reportId}`,
  });
  return { reportId, personId: person.id };
}

async function look(reportId: number): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select concat_ws(' ', case channel_id when ${channels.first} then 'first' when ${channels.second} then 'second'
      else 'text' end, status, status_reason) as text
    from message_recipients where report_id = ${reportId} order by text`.execute(db);
  return rows.map(({ text }) => text).join(', ');
}

const standsIn = 'first cancelled handed_over, second queued, text pending';

test('if an attempt fails while a turn begins, another channel of the type comes before the next step', async () => {
  const { reportId, personId } = await launch();
  const due = (await findDue(db, 1000)).filter(({ channelId }) => channelId === channels.first);
  const [claimed] = await claimRecipients(db, { id: 'test' }, due);
  await sql`insert into step_wakes (report_id, person_id) values (${reportId}, ${personId})`.execute(db);
  let turn: Promise<unknown> | undefined;
  await db.transaction().execute(async (tx) => {
    await sql`update message_recipients set status = 'retrying', status_reason = 'channel_unreachable', owner = null,
      try_at = now() + interval '1 minute' where id = ${claimed!.id}`.execute(tx);
    await wakeSteps(tx, [{ id: claimed!.id, status: 'retrying' }]);
    await sql`update message_recipients set try_at = try_at where report_id = ${reportId}`.execute(tx);
    turn = advanceMessages(server.app);
    turn.catch(() => {});
    await until(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      return rows.length > 0;
    });
  });
  await turn;
  await settle(server.app);
  assert.equal(await look(reportId), standsIn);
});

test('while another transaction holds a person, neither the next step nor another channel of the type starts', async () => {
  const { reportId, personId } = await launch();
  await sql`update channels set trouble = 'channel_unreachable' where id = ${channels.first}`.execute(db);
  await sql`insert into step_wakes (report_id, person_id) values (${reportId}, ${personId})`.execute(db);
  await db.transaction().execute(async (tx) => {
    await sql`select from people where id = ${personId} for key share`.execute(tx); // as a new row that names the person
    await advanceMessages(server.app);
    assert.equal(await look(reportId), 'first queued, text pending');
  });
  await settle(server.app);
  assert.equal(await look(reportId), standsIn);
});
