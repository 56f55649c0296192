import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Db } from '#server/platform/database/connect.ts';
import { logText } from '#shared/event-log/kinds.ts';
import { createEvent, createPerson, createReport } from '#testing/factories.ts';
import { createDraft, settle, statusesOf } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';

let server: TestServer;
let db: Db;
let manager: TestClient;
let editor: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  manager = await server.as('crisis_manager');
  editor = await server.as('editor');
});
after(() => server.stop());

let keys = 0;
const send = `mutation ($id: ID!, $key: String!, $at: DateTime, $loud: Boolean) {
  sendMessage(id: $id, launchKey: $key, sendAt: $at, withoutRelease: $loud) { status sendAt } }`;
const release = 'mutation ($id: ID!) { releaseMessage(id: $id) { status releasedBy { _id } launchedBy { _id } } }';
const reject =
  'mutation ($id: ID!, $reason: String!) { rejectMessage(id: $id, reason: $reason) { status rejectReason } }';

/** A press release, which requires a release. */
async function pressRelease() {
  const report = await createReport(db, { type: 'press_release' });
  const person = await createPerson(db);
  const { id } = await createDraft(db, { reportId: report.id, people: [person.id], insertedBy: editor.userId });
  return { id: String(id), person: person.id, report: report.id };
}
const error = (answer: { errors?: { message: string }[] }) => answer.errors?.[0]?.message;
const mails = async (identifier: string) =>
  (
    await server.app.database.pool.query(
      `select data from pgboss.job where data->>'identifier' = $1 order by created_on`,
      [identifier],
    )
  ).rows.map((row) => row.data);

test('a message that requires a release waits until another user gives it', async () => {
  const { id, person } = await pressRelease();
  const key = `release-${++keys}`;
  assert.equal((await editor.run(send, { id, key })).sendMessage.status, 'pending_approval');
  assert.equal((await editor.run(send, { id, key })).sendMessage.status, 'pending_approval', 'the same again');
  assert.deepEqual(await statusesOf(db, Number(id)), {});
  const asked = (await mails('message_release_request')).map(({ to }) => to);
  assert.ok(asked.includes(manager.userId) && !asked.includes(editor.userId));
  const both = await server.as('editor', 'crisis_manager');
  await db.updateTable('messages').set({ insertedBy: both.userId }).where('id', '=', Number(id)).execute();
  assert.equal(error(await both.send(release, { id })), 'error_own_release', 'not by its author');
  assert.equal(error(await editor.send(release, { id })), 'error_forbidden');
  const released = (await manager.run(release, { id })).releaseMessage;
  assert.deepEqual(released, {
    status: 'queued',
    releasedBy: { _id: manager.userId },
    launchedBy: { _id: editor.userId },
  });
  assert.deepEqual(await statusesOf(db, Number(id)), { [person]: 'queued' });
  assert.equal((await mails('message_released')).at(-1).to, editor.userId);
  assert.equal(error(await manager.send(release, { id })), 'error_message_not_waiting');
});

test('a rejected message goes back to its author with the reason, and can be sent again', async () => {
  const { id } = await pressRelease();
  await editor.run(send, { id, key: `release-${++keys}` });
  assert.equal(error(await manager.send(reject, { id, reason: ' ' })), 'error_required');
  const { rejectMessage } = await manager.run(reject, { id, reason: 'Zahlen fehlen' });
  assert.deepEqual(rejectMessage, { status: 'rejected', rejectReason: 'Zahlen fehlen' });
  assert.equal((await mails('message_rejected')).at(-1).values.reason, 'Zahlen fehlen');
  const update = 'mutation ($id: ID!) { updateMessage(input: { id: $id, content: "Mit Zahlen" }) { status content } }';
  assert.deepEqual((await editor.run(update, { id })).updateMessage, { status: 'draft', content: 'Mit Zahlen' });
  await editor.run(send, { id, key: `release-${++keys}` });
  assert.equal((await manager.run(release, { id })).releaseMessage.status, 'queued');
});

test('a text that was rejected, changed and sent again is not released by a user who saw the earlier one', async () => {
  const { id } = await pressRelease();
  const since = async () =>
    (await manager.run('query ($id: ID!) { message(id: $id) { waitingSince } }', { id })).message.waitingSince;
  const releaseSeen = (waitingSince: string) =>
    manager.send('mutation ($id: ID!, $since: DateTime) { releaseMessage(id: $id, waitingSince: $since) { status } }', {
      id,
      since: waitingSince,
    });
  await editor.run(send, { id, key: `release-${++keys}` });
  const seen = await since();
  await (await server.as('administrator')).run(reject, { id, reason: 'Bitte kürzer.' });
  await editor.run('mutation ($input: UpdateMessageInput!) { updateMessage(input: $input) { id } }', {
    input: { id, content: 'Ein anderer Text.' },
  });
  await editor.run(send, { id, key: `release-${++keys}` });
  assert.equal(error(await releaseSeen(seen)), 'error_report_changed');
  assert.equal((await releaseSeen(await since())).data.releaseMessage.status, 'queued');
});

test('only a crisis manager can send without the release, and the log shows it prominently', async () => {
  const { id, report } = await pressRelease();
  assert.equal(error(await editor.send(send, { id, key: `release-${++keys}`, loud: true })), 'error_forbidden');
  assert.equal((await manager.run(send, { id, key: `release-${++keys}`, loud: true })).sendMessage.status, 'queued');
  const entry = await db
    .selectFrom('logEntries as l')
    .innerJoin('reports as r', 'r.eventId', 'l.eventId')
    .selectAll('l')
    .where('r.id', '=', report)
    .executeTakeFirstOrThrow();
  assert.match(logText(entry, 'de'), /OHNE FREIGABE/);
  assert.partialDeepStrictEqual(entry.data, { withoutRelease: true });
});

test('a released message with a future time is scheduled', async () => {
  const { id } = await pressRelease();
  const at = new Date(Date.now() + 3_600_000).toISOString();
  await editor.run(send, { id, key: `release-${++keys}`, at });
  assert.equal((await manager.run(release, { id })).releaseMessage.status, 'scheduled');
});

test('resolves a scheduled message at its time; one that cannot be sent fails with the reason', async () => {
  const event = await createEvent(db);
  const [early, late] = [await createPerson(db), await createPerson(db)];
  const scheduled = async () => {
    const report = await createReport(db, { eventId: event.id, type: 'staff_information' });
    const { id } = await createDraft(db, { reportId: report.id, people: [early.id] });
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const { sendMessage } = await editor.run(send, { id: String(id), key: `later-${++keys}`, at });
    assert.deepEqual(sendMessage, { status: 'scheduled', sendAt: at });
    return id;
  };
  const [good, bad] = [await scheduled(), await scheduled()];
  assert.deepEqual(await statusesOf(db, good), {}, 'nothing is frozen yet');
  await db.insertInto('messagePeople').values({ messageId: good, personId: late.id }).execute();
  await db.deleteFrom('messagePeople').where('messageId', '=', bad).execute();
  await settle(server.app);
  assert.deepEqual(await statusesOf(db, good), {}, 'its time has not come');
  await db.updateTable('messages').set({ sendAt: new Date() }).where('id', 'in', [good, bad]).execute();
  await Promise.all([settle(server.app), settle(server.app)]);
  assert.deepEqual(await statusesOf(db, good), { [early.id]: 'queued', [late.id]: 'queued' });
  const status = (id: number) =>
    editor.run('query ($id: ID!) { message(id: $id) { status messageResult { error } } }', { id: String(id) });
  assert.equal((await status(good)).message.status, 'sending', 'without another undo window');
  assert.deepEqual((await status(bad)).message, { status: 'failed', messageResult: { error: 'error_no_recipients' } });
  const past = await createDraft(db, { people: [early.id] });
  const at = new Date(Date.now() - 3_600_000).toISOString();
  const key = `later-${++keys}`;
  assert.equal(error(await manager.send(send, { id: String(past.id), key, at })), 'error_send_at_past');
});

test('one of twenty scheduled messages that fails in the database delays no other, nor one due later', async (t) => {
  const event = await createEvent(db);
  const person = await createPerson(db);
  const ids: number[] = [];
  const schedule = async () => {
    const report = await createReport(db, { eventId: event.id, type: 'staff_information' });
    const { id } = await createDraft(db, { reportId: report.id, people: [person.id] });
    const later = new Date(Date.now() + 3_600_000).toISOString();
    await editor.run(send, { id: String(id), key: `twenty-${++keys}`, at: later });
    ids.push(id);
    return id;
  };
  const makeDue = (due: readonly number[]) =>
    db.updateTable('messages').set({ sendAt: new Date() }).where('id', 'in', due).execute();
  for (let at = 0; at < 20; at++) await schedule();
  const bad = ids[7]!;
  const pool = server.app.database.pool;
  await pool.query(`create function refuse_one() returns trigger language plpgsql as
    $$ begin if new.status = 'sending' and new.id = ${bad} then raise 'refused by the test'; end if; return new; end $$`);
  await pool.query('create trigger refuse_one before update on messages for each row execute function refuse_one()');
  t.after(() => pool.query('drop trigger if exists refuse_one on messages; drop function if exists refuse_one()'));
  await makeDue([bad]); // alone, so that no batch pauses but its own
  await settle(server.app);
  await makeDue(ids);
  await settle(server.app);
  const notLeft = async () => {
    const rows = await db.selectFrom('messages').select(['id', 'status']).where('id', 'in', ids).execute();
    return rows.filter(({ status }) => status !== 'sending' && status !== 'sent').map(({ id }) => id);
  };
  assert.deepEqual(await notLeft(), [bad]);
  await makeDue([await schedule()]);
  await settle(server.app);
  assert.deepEqual(await notLeft(), [bad]);
  await pool.query('drop trigger refuse_one on messages');
  await until(async () => {
    await settle(server.app);
    return (await notLeft()).length === 0;
  });
});

test('a release with no one left to ask ends as failed with a reason, and does not wait', async () => {
  const { id, person, report } = await pressRelease();
  await db.updateTable('messages').set({ requestAnswer: true }).where('id', '=', Number(id)).execute();
  await manager.run(send, { id, key: `release-${++keys}`, loud: true });
  const second = await createDraft(db, {
    reportId: report,
    people: [person],
    insertedBy: editor.userId,
    requestAnswer: true,
  });
  const again = String(second.id);
  await editor.run(send, { id: again, key: `release-${++keys}` });
  const row = await db
    .selectFrom('messageRecipients')
    .select('id')
    .where('messageId', '=', Number(id))
    .executeTakeFirstOrThrow();
  await manager.run('mutation ($id: ID!) { recordAnswer(recipient: $id, option: "1") { _id } }', {
    id: String(row.id),
  });
  await settle(server.app);
  const told = (await mails('message_released')).length;
  assert.deepEqual((await manager.run(release, { id: again })).releaseMessage, {
    status: 'failed',
    releasedBy: { _id: manager.userId },
    launchedBy: { _id: editor.userId },
  });
  const { message } = await manager.run('query ($id: ID!) { message(id: $id) { messageResult { error } } }', {
    id: again,
  });
  assert.equal(message.messageResult.error, 'error_nobody_to_ask');
  assert.deepEqual(await statusesOf(db, second.id), {});
  const { rows } = await server.app.database.pool.query(
    `select kind from log_entries where data->>'message' = $1 order by id`,
    [again],
  );
  assert.deepEqual(
    rows.map(({ kind }) => kind),
    ['message_pending_approval', 'message_released', 'message_unsendable'],
  );
  assert.equal((await mails('message_released')).length, told, 'nobody is told that it is being sent');
  assert.equal(error(await manager.send(reject, { id: again, reason: 'zu spät' })), 'error_message_not_waiting');
});
