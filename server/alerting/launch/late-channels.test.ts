import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { latePeople, sendReportDrafts } from '#testing/alarms/late-people.ts';
import { createChannel, createDraft, deliver, settle } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

// Without a worker: the test sends, and runs two schedulers at once.
let server: TestServer;
let db: Db;
let manager: TestClient;
let channelId: number;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  manager = await server.as('crisis_manager');
  channelId = (await createChannel(db, 'email')).id;
  await sql`update system_settings set value_str = '0' where value_key = 'undo_seconds'`.execute(db);
});
after(() => server.stop());

const { people, leaving, hand, look, told, shown, watched } = latePeople(() => ({ server, manager, channelId }));

const follow = `mutation ($report: ID!, $kind: FollowUpKind!) {
  createFollowUp(report: $report, kind: $kind) { _id messages { edges { node { _id } } } } }`;

/** A report and follow-up by two mail channels; later an SMS reaches a person without e-mail address. */
async function overTwoMails() {
  const [a, b, c] = (await people(3)) as [number, number, number];
  await db.deleteFrom('personData').where('personId', '=', c).where('keyFieldId', '=', 1).execute();
  const valueStr = `+4915198${String(c).padStart(6, '0')}`;
  await db.insertInto('personData').values({ personId: c, keyFieldId: 5, valueStr }).execute();
  const first = await leaving([a]);
  const other = { reportId: first.id, channelId: (await createChannel(db, 'email')).id, people: [b] };
  const { id: second } = await createDraft(db, other);
  const { id: smsChannel } = await createChannel(db, 'sms');
  const more = (key: string) => manager.run(sendReportDrafts, { id: String(first.id), key: `${key}-${first.id}` });
  await more('second');
  await settle(server.app);
  await hand(first.message, [a]);
  await hand(second, [b]);
  const { _id: report, messages } = (await manager.run(follow, { report: String(first.id), kind: 'CORRECTION' }))
    .createFollowUp;
  const [one, two] = messages.edges.map(({ node }: { node: { _id: number } }) => node._id) as [number, number];
  const takeOver = async () => {
    const { id } = await createDraft(db, { reportId: first.id, channelId: smsChannel, people: [c] });
    await more('sms');
    await settle(server.app);
    await db.updateTable('messages').set({ handedOver: true }).where('id', '=', id).execute();
    await hand(id, [c]);
  };
  const bySms = () =>
    db
      .selectFrom('messages')
      .select(['id', 'content', 'status', 'versions'])
      .where('reportId', '=', report)
      .where('channelId', '=', smsChannel)
      .executeTakeFirst();
  return { c, report: report as number, first, second, one, two, channelOfTwo: other.channelId, takeOver, bySms };
}
const write = (id: number, content: string) =>
  manager.run('mutation ($input: UpdateMessageInput!) { updateMessage(input: $input) { id } }', {
    input: { id: String(id), content },
  });
const stop = (id: number) => manager.run('mutation ($id: ID!) { stopMessage(id: $id) { id } }', { id: String(id) });
const sendIn = async (report: number, key: string, at?: Date) =>
  manager.run(
    'mutation ($id: ID!, $key: String!, $at: DateTime) { sendReport(id: $id, launchKey: $key, sendAt: $at) { id } }',
    { id: String(report), key: `${key}-${report}`, at: at?.toISOString() ?? null },
  );

test('after a stop no channel is added automatically until somebody sends a text of the follow-up again', async () => {
  const { c, report, one, two, takeOver, bySms } = await overTwoMails();
  await write(one, 'Falscher Text');
  await write(two, 'Anderer Text');
  await sendIn(report, 'both');
  await stop(one);
  await takeOver();
  await look();
  await look();
  assert.equal(await bySms(), undefined);
  assert.equal(await watched(two), true, 'it still goes to late people on its own channel');
  const again = { reportId: report, channelId, content: 'Richtiger Text', title: 'Korrektur' };
  const { id } = await createDraft(db, again);
  await manager.run('mutation ($id: ID!, $key: String!) { sendMessage(id: $id, launchKey: $key) { id } }', {
    id: String(id),
    key: `again-${id}`,
  });
  await look();
  await look();
  const late = await bySms();
  assert.equal(late?.content, 'Richtiger Text');
  assert.deepEqual(await deliver(db, late!.id), [c]);
});

test('no channel is added after the end of the way to late people, which leaves a mark', async () => {
  const { report, one, two, takeOver, bySms } = await overTwoMails();
  await sendIn(report, 'ended');
  for (const id of [one, two]) await deliver(db, id);
  await settle(server.app);
  await stop(one);
  assert.equal((await shown(one)).status, 'sent');
  assert.notEqual((await shown(one, 'followEndedAt')).followEndedAt, null);
  await takeOver();
  await look();
  await look();
  assert.equal(await bySms(), undefined);
  assert.deepEqual([await watched(one), await watched(two)], [false, true]);
});

test('a scheduled message adds no channel after the stop of another', async () => {
  const { report, one, two, takeOver, bySms } = await overTwoMails();
  await sendIn(report, 'scheduled', new Date(Date.now() + 3_600_000));
  await stop(one);
  await takeOver();
  await db.updateTable('messages').set({ sendAt: new Date() }).where('id', '=', two).execute();
  await settle(server.app);
  assert.equal((await shown(two)).status, 'sending');
  assert.equal(await bySms(), undefined);
});

test('a late channel with an adapted text has the other languages of the report', async () => {
  const { c, report, one, two, takeOver, bySms } = await overTwoMails();
  const { title, content } = await db
    .selectFrom('reports')
    .select(['title', 'content'])
    .where('id', '=', report)
    .executeTakeFirstOrThrow();
  const english = { title: 'Correction', content: 'Come to the west gate.' };
  await sql`update reports set language = 'de', prepared = ${JSON.stringify({ de: { title, content }, en: english })}
    where id = ${report}`.execute(db);
  await db.updateTable('messages').set({ title, content }).where('id', '=', two).execute();
  await write(one, 'Westtor');
  await sendIn(report, 'languages', new Date(Date.now() + 3_600_000));
  await takeOver();
  await db.updateTable('messages').set({ sendAt: new Date() }).where('reportId', '=', report).execute();
  await settle(server.app);
  const late = await bySms();
  assert.deepEqual([late?.content, late?.versions], ['Westtor', { de: { title, content: 'Westtor' }, en: english }]);
  assert.deepEqual(await told(late!.id), [c]);
});

test('a released message without people left fails, and the late channels leave without it', async () => {
  const { c, report, first, second, one, two, channelOfTwo, takeOver, bySms } = await overTwoMails();
  await db.updateTable('messages').set({ isActive: false }).where('id', '=', one).execute();
  await db.updateTable('channels').set({ requiresRelease: true }).where('id', '=', channelOfTwo).execute();
  await sendIn(report, 'release');
  await takeOver();
  const lost = [first.message, second];
  await db.updateTable('messageRecipients').set({ status: 'failed' }).where('messageId', 'in', lost).execute();
  const other = await server.as('crisis_manager', 'editor');
  const mails = async () =>
    (await sql`select 1 from pgboss.job where data->>'identifier' = 'message_released'`.execute(db)).rows.length;
  const before = await mails();
  const release = 'mutation ($id: ID!) { releaseMessage(id: $id) { status messageResult { error } } }';
  assert.deepEqual((await other.run(release, { id: String(two) })).releaseMessage, {
    status: 'failed',
    messageResult: { error: 'error_no_recipients' },
  });
  const late = await bySms();
  assert.deepEqual([await told(two), await deliver(db, late!.id)], [[], [c]]);
  const { rows } = await sql<{ kind: string }>`
    select kind from log_entries where data->>'message' = ${String(two)} order by id`.execute(db);
  assert.deepEqual(
    rows.map(({ kind }) => kind),
    ['message_pending_approval', 'message_released', 'message_unsendable'],
  );
  assert.equal(await mails(), before, 'nobody is told that it is being sent');
});
