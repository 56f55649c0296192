import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { recordResults } from '#server/alerting/delivery/results.ts';
import { outcomeOfError } from '#server/alerting/delivery/retry.ts';
import { DeliveryError } from '#server/channels/channel.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { createEvent, createGroup, createMailingList, createPerson, createReport } from '#testing/factories.ts';
import { createDraft, deliver, settle, setUndoSeconds, statusesOf } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';

let server: TestServer;
let db: Db;
let manager: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  manager = await server.as('crisis_manager');
});
after(() => server.stop());

let keys = 0;
const stop = 'mutation ($id: ID!) { stopMessage(id: $id) { status } }';

async function sent(values: Parameters<typeof createDraft>[1], sendAt?: Date): Promise<number> {
  const { id } = await createDraft(db, values);
  await manager.run(
    'mutation ($id: ID!, $key: String!, $at: DateTime) { sendMessage(id: $id, launchKey: $key, sendAt: $at) { _id } }',
    {
      id: String(id),
      key: `stop-${++keys}`,
      at: sendAt?.toISOString() ?? null,
    },
  );
  await settle(server.app);
  return id;
}

const statusOf = async (id: number) =>
  (await db.selectFrom('messages').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;
const logOf = async (eventId: number) =>
  (await db.selectFrom('logEntries').selectAll().where('eventId', '=', eventId).orderBy('id').execute()).map(
    ({ kind }) => kind,
  );

test('within the undo window nothing has left and nothing leaves', async () => {
  const person = await createPerson(db);
  const event = await createEvent(db);
  const report = await createReport(db, { eventId: event.id, type: 'staff_information' });
  const id = await sent({ reportId: report.id, people: [person.id] });
  assert.equal((await manager.run(stop, { id: String(id) })).stopMessage.status, 'cancelled');
  assert.deepEqual(await statusesOf(db, id), { [person.id]: 'cancelled stopped' });
  assert.deepEqual(await logOf(event.id), ['message_launched', 'message_stopped']);
  const again = await manager.send(stop, { id: String(id) });
  assert.equal(again.errors?.[0]?.message, 'error_message_over');
  assert.equal(
    (await (await server.as('contact_manager')).send(stop, { id: String(id) })).errors?.[0]?.message,
    'error_forbidden',
  );
});

test('stopping a sending message cancels the rest; messages in progress get no further attempt', async () => {
  const [a, b] = [await createPerson(db), await createPerson(db)];
  const id = await sent({ people: [a.id, b.id] });
  await db.updateTable('messageRecipients').set({ status: 'sending' }).where('personId', '=', a.id).execute();
  await manager.run(stop, { id: String(id) });
  assert.deepEqual(await statusesOf(db, id), { [a.id]: 'sending', [b.id]: 'cancelled stopped' });
  await db.updateTable('messageRecipients').set({ status: 'retrying' }).where('personId', '=', a.id).execute();
  assert.deepEqual(await statusesOf(db, id), { [a.id]: 'cancelled stopped', [b.id]: 'cancelled stopped' });
});

test('an attempt that fails during the stop of its message is the last', async () => {
  const person = await createPerson(db);
  const id = await sent({ people: [person.id] });
  const [row] = await db
    .updateTable('messageRecipients')
    .set({ status: 'sending', owner: 'worker', epoch: 1 })
    .where('messageId', '=', id)
    .returning(['id', 'epoch'])
    .execute();
  const record = recordResults(
    { db, log: server.app.log },
    { id: 'worker' },
    () => {},
    () => false,
  );
  const waiting = async () => {
    const { rows } = await sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows.length;
  };
  const error = new DeliveryError('temporary', 'recipient_deferred');
  const outcome = outcomeOfError(error, { lane: 'alarm', attempts: 1, untold: false }, 15);
  let [recorded, stopped]: Promise<unknown>[] = [];
  let isStopped = false;
  await db.transaction().execute(async (tx) => {
    await sql`lock table step_wakes in share mode`.execute(tx); // the failure is written, not committed
    recorded = record({ ...outcome, recipient: { ...row!, lane: 'alarm' } });
    await until(async () => (await waiting()) === 1);
    stopped = manager.run(stop, { id: String(id) }).then(() => {
      isStopped = true;
    });
    await until(async () => isStopped || (await waiting()) === 2);
  });
  await Promise.all([recorded, stopped]);
  assert.deepEqual(await statusesOf(db, id), { [person.id]: 'cancelled stopped' });
});

test('stopping one of two channels leaves the stop limit to the other; stopping both ends it', async () => {
  const [a, b] = [await createPerson(db), await createPerson(db)];
  const group = await createGroup(db, { members: [a.id, b.id] });
  const list = await createMailingList(db, { groups: [{ id: group.id, stopLimit: 1 }] });
  const report = await createReport(db);
  const values = { reportId: report.id, lists: [list.id], requestAnswer: true };
  const [first, second] = [await sent(values), await sent(values)];
  const cascade = async () =>
    (await db.selectFrom('cascades').selectAll().where('reportId', '=', report.id).execute())[0]!;
  await manager.run(stop, { id: String(first) });
  assert.equal((await cascade()).status, 'running');
  await manager.run(stop, { id: String(second) });
  assert.equal((await cascade()).status, 'stopped');
  assert.deepEqual(await statusesOf(db, second), { [a.id]: 'cancelled stopped', [b.id]: 'cancelled stopped' });
  await settle(server.app);
  assert.equal((await db.selectFrom('cascadeWakes').selectAll().execute()).length, 0, 'nothing stays due');
});

test('finishing an event stops alarms and limits; running sends and an all-clear continue', async (t) => {
  await setUndoSeconds(db, 10);
  t.after(() => setUndoSeconds(db, 0));
  const event = await createEvent(db);
  const [a, b] = [await createPerson(db), await createPerson(db)];
  const group = await createGroup(db, { members: [a.id, b.id] });
  const list = await createMailingList(db, { groups: [{ id: group.id, stopLimit: 1 }] });
  const reportOf = async (type: string) => (await createReport(db, { eventId: event.id, type })).id;
  const alarm = await sent({ reportId: await reportOf('activation'), lists: [list.id], requestAnswer: true });
  const information = await sent({ reportId: await reportOf('staff_information'), people: [a.id] });
  await db.updateTable('messages').set({ releaseAt: new Date() }).where('id', '=', information).execute();
  await db.updateTable('messageRecipients').set({ tryAt: new Date() }).where('messageId', '=', information).execute();
  await settle(server.app);
  const waiting = await sent({ reportId: await reportOf('staff_information'), people: [a.id] });
  const later = await sent(
    { reportId: await reportOf('staff_information'), people: [a.id] },
    new Date(Date.now() + 3_600_000),
  );
  const clears = await reportOf('all_clear'); // of something else than the alarm
  const other = { reportId: clears, followsId: await reportOf('staff_information'), kind: 'all_clear' };
  await db.insertInto('reportFollowUps').values(other).execute();
  await setUndoSeconds(db, 0);
  await deliver(db, await sent({ reportId: other.followsId, people: [a.id] }));
  await setUndoSeconds(db, 10);
  const allClear = await sent({ reportId: clears });
  assert.deepEqual(await Promise.all([alarm, information, waiting, later, allClear].map(statusOf)), [
    ...['sending', 'sending', 'queued', 'scheduled', 'queued'],
  ]);
  await manager.run('mutation ($id: ID!) { finishEvent(id: $id) { isRunning } }', { id: String(event.id) });
  assert.deepEqual(await Promise.all([alarm, information, waiting, later, allClear].map(statusOf)), [
    ...['cancelled', 'sending', 'cancelled', 'cancelled', 'queued'],
  ]);
  assert.deepEqual(await statusesOf(db, alarm), {
    [a.id]: 'cancelled event_finished',
    [b.id]: 'cancelled event_finished',
  });
  const { status } = await db
    .selectFrom('cascades')
    .select('status')
    .where('eventId', '=', event.id)
    .executeTakeFirstOrThrow();
  assert.equal(status, 'stopped');
  assert.deepEqual(await deliver(db, information), [a.id]);
  await settle(server.app);
  assert.equal(await statusOf(information), 'sent');
});

test('launching and finishing at the same moment launches nothing or stops everything', async () => {
  for (let round = 0; round < 5; round++) {
    const event = await createEvent(db);
    const report = await createReport(db, { eventId: event.id });
    const person = await createPerson(db);
    const { id } = await createDraft(db, { reportId: report.id, people: [person.id] });
    const send = 'mutation ($id: ID!, $key: String!) { sendMessage(id: $id, launchKey: $key) { _id } }';
    const [launched] = await Promise.all([
      manager.send(send, { id: String(id), key: `race-${round}` }),
      manager.run('mutation ($id: ID!) { finishEvent(id: $id) { _id } }', { id: String(event.id) }),
    ]);
    const expected = launched.errors ? {} : { [person.id]: 'cancelled event_finished' };
    assert.deepEqual(await statusesOf(db, id), expected);
  }
});
