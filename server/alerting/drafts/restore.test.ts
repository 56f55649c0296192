import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Db } from '#server/platform/database/connect.ts';
import { createGroup, createMailingList, createPerson, createReport } from '#testing/factories.ts';
import { createChannel, createDraft, settle } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';

let server: TestServer;
let db: Db;
let manager: TestClient;
let colleague: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  [manager, colleague] = [await server.as('crisis_manager'), await server.as('crisis_manager')];
});
after(() => server.stop());

const remove = 'mutation ($id: ID!) { deleteMessage(id: $id) { _id } }';
const restore = 'mutation ($id: ID!) { restoreMessage(id: $id) { _id status } }';
const launch = 'mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { _id } }';
const add = 'mutation ($r: ID!, $c: [ID!]!) { addReportChannels(report: $r, channels: $c) { _id } }';
const chosen = `query ($id: ID!) { message(id: $id) { _id title content requestAnswer feedValues forGroup { _id }
  messageLists { edges { node { _id } } } messageGroups { edges { node { _id } } } messagePeople { edges { node { _id } } } } }`;

let keys = 0;
const send = (report: number, by = manager) => by.send(launch, { id: String(report), key: `restored-${++keys}` });
const refusalOf = ({ errors }: Awaited<ReturnType<TestClient['send']>>) => errors?.[0]?.message;

/** Creates two drafts and removes one. */
async function removed(title?: string) {
  const report = await createReport(db, { type: 'activation' });
  const person = await createPerson(db);
  const by = { reportId: report.id, insertedBy: manager.userId };
  const { id: channelId } = await createChannel(db, 'exercise');
  const beside = await createDraft(db, { ...by, people: [person.id] });
  const gone = await createDraft(db, { ...by, channelId, people: [person.id], ...(title && { title }) });
  const id = String(gone.id);
  await manager.run(remove, { id });
  return { report: report.id, id, person: person.id, channelId, beside };
}

const draftsOn = (report: number, channelId: number) =>
  db
    .selectFrom('messages')
    .select('id')
    .where('reportId', '=', report)
    .where('channelId', '=', channelId)
    .where('isActive', '=', true)
    .where('status', '=', 'draft')
    .execute();

test('restores a removed message with text, inputs, function and recipients in their order', async () => {
  const report = await createReport(db, { type: 'activation' });
  const [one, other] = [await createPerson(db), await createPerson(db)];
  const group = await createGroup(db, { members: [one.id] });
  const list = await createMailingList(db, { people: [other.id] });
  const { id: number } = await createDraft(db, {
    reportId: report.id,
    insertedBy: manager.userId,
    title: 'Eigener Titel',
    content: 'Eigener Text',
    requestAnswer: true,
    feedValues: JSON.stringify({ link: 'https://example.org' }),
    forGroupId: group.id,
    lists: [list.id],
    groups: [group.id],
    people: [other.id, one.id],
  });
  const id = String(number);
  const { message: before } = await manager.run(chosen, { id });
  await manager.run(remove, { id });
  assert.equal((await manager.run(chosen, { id })).message, null);
  assert.equal((await manager.run(restore, { id })).restoreMessage.status, 'draft');
  assert.deepEqual((await manager.run(chosen, { id })).message, before);
});

test('a user who may remove a draft may restore it: by role, and their own', async () => {
  const roles = ['administrator', 'crisis_manager', 'editor', 'documentation_officer'] as const;
  const clients = await Promise.all(roles.map(async (role) => [role, await server.as(role)] as const));
  const outcomes: Record<string, (string | undefined)[]> = {};
  for (const type of ['activation', 'staff_information'] as const) {
    for (const [role, client] of clients) {
      for (const own of [true, false]) {
        const report = await createReport(db, { type });
        const insertedBy = own ? client.userId : manager.userId;
        const { id } = await createDraft(db, { reportId: report.id, insertedBy });
        const taken = refusalOf(await client.send(remove, { id: String(id) }));
        if (taken) {
          await db
            .updateTable('messages')
            .set({ isActive: false, removedAt: new Date() })
            .where('id', '=', id)
            .execute();
        }
        const back = refusalOf(await client.send(restore, { id: String(id) }));
        if (!taken) assert.equal(back, undefined, `${role} takes it away and cannot bring it back`);
        outcomes[`${type} ${role}${own ? ', own' : ''}`] = [taken, back];
      }
    }
  }
  const [done, no] = [undefined, 'error_forbidden'];
  assert.deepEqual(outcomes, {
    'activation administrator, own': [done, done],
    'activation administrator': [done, done],
    'activation crisis_manager, own': [done, done],
    'activation crisis_manager': [no, done],
    'activation editor, own': [no, no],
    'activation editor': [no, no],
    'activation documentation_officer, own': [no, no],
    'activation documentation_officer': [no, no],
    'staff_information administrator, own': [no, no],
    'staff_information administrator': [no, no],
    'staff_information crisis_manager, own': [no, no],
    'staff_information crisis_manager': [no, no],
    'staff_information editor, own': [done, done],
    'staff_information editor': [done, done],
    'staff_information documentation_officer, own': [no, no],
    'staff_information documentation_officer': [no, no],
  });
});

test('a restore needs the right to add the channel, works once, and not in a deleted report', async () => {
  const { report, id, channelId } = await removed();
  const editor = await server.as('editor');
  assert.equal(refusalOf(await editor.send(restore, { id })), 'error_forbidden');
  assert.deepEqual(
    (await Promise.all([manager.send(restore, { id }), colleague.send(restore, { id })])).map(refusalOf),
    [undefined, undefined],
  );
  assert.equal((await draftsOn(report, channelId)).length, 1);
  const gone = await removed();
  await db.updateTable('reports').set({ insertedBy: manager.userId }).where('id', '=', gone.report).execute();
  await manager.run('mutation ($id: ID!) { deleteReport(id: $id) { _id } }', { id: String(gone.report) });
  assert.equal(refusalOf(await manager.send(restore, { id: gone.id })), 'error_not_found');
});

test('is not restored next to another draft on its channel that was added by hand', async () => {
  const { report, id, channelId } = await removed();
  const on = { r: String(report), c: [String(channelId)] };
  await colleague.run(add, on);
  assert.equal(refusalOf(await manager.send(restore, { id })), 'error_channel_used');
  assert.equal((await draftsOn(report, channelId)).length, 1);
});

test('a restored draft and an added draft on one channel run one after the other', async () => {
  const { report, id, channelId } = await removed();
  const meeting = await db.transaction().execute(async (tx) => {
    await tx.selectFrom('reports').select('id').where('id', '=', report).forUpdate().execute();
    const on = colleague.send(add, { r: String(report), c: [String(channelId)] });
    await waiting(1);
    const back = manager.send(restore, { id });
    await waiting(2);
    return { both: Promise.all([on, back]) };
  });
  assert.deepEqual((await meeting.both).map(refusalOf), [undefined, 'error_channel_used']);
  assert.equal((await draftsOn(report, channelId)).length, 1);
});

test('of sending a report and restoring a message the first wins; each person gets it once', async () => {
  for (const first of ['restore', 'send'] as const) {
    const { report, id, person, beside } = await removed();
    const meeting = await db.transaction().execute(async (tx) => {
      await tx.selectFrom('reports').select('id').where('id', '=', report).forUpdate().execute();
      const acts = { restore: () => manager.send(restore, { id }), send: () => send(report, colleague) };
      const one = acts[first]();
      await waiting(1);
      const other = acts[first === 'send' ? 'restore' : 'send']();
      await waiting(2);
      return { both: Promise.all([one, other]) };
    });
    assert.deepEqual((await meeting.both).map(refusalOf), [
      undefined,
      first === 'send' ? 'error_report_sent' : undefined,
    ]);
    await settle(server.app);
    const rows = await db
      .selectFrom('messageRecipients')
      .select(['messageId', 'personId'])
      .where('reportId', '=', report)
      .orderBy('messageId')
      .execute();
    const wanted = first === 'send' ? [beside.id] : [beside.id, Number(id)];
    assert.deepEqual(
      rows,
      wanted.map((messageId) => ({ messageId, personId: person })),
    );
  }
});

test('restores drafts of a running alarm for their own people until they are sent', async () => {
  const { report, channelId, person } = await removed();
  assert.equal(refusalOf(await send(report)), undefined);
  const other = await createPerson(db);
  const group = await createGroup(db, { members: [person] });
  const more = { reportId: report, insertedBy: manager.userId, people: [other.id], forGroupId: group.id };
  const { id: number } = await createDraft(db, { ...more, channelId });
  const id = String(number);
  await manager.run(remove, { id });
  await manager.run(restore, { id });
  const { message } = await manager.run(chosen, { id });
  assert.deepEqual(
    [message.forGroup._id, message.messagePeople.edges.map(({ node }: { node: { _id: number } }) => node._id)],
    [group.id, [other.id]],
  );
  await createDraft(db, { ...more });
  await manager.run(remove, { id });
  assert.equal(refusalOf(await send(report)), undefined);
  assert.equal(refusalOf(await manager.send(restore, { id })), 'error_report_sent');
});

test('a message scheduled before the removal does not block a restore, a later one does', async () => {
  const plan =
    'mutation ($id: ID!, $key: String!, $at: DateTime) { sendMessage(id: $id, launchKey: $key, sendAt: $at) { status } }';
  const at = new Date(Date.now() + 3_600_000).toISOString();
  const report = await createReport(db, { type: 'activation' });
  const person = await createPerson(db);
  const by = { reportId: report.id, insertedBy: manager.userId, people: [person.id] };
  const [planned, gone, other] = await Promise.all(
    [1, 2, 3].map(async () => createDraft(db, { ...by, channelId: (await createChannel(db, 'exercise')).id })),
  );
  const schedule = async (id: number) => {
    const { sendMessage } = await manager.run(plan, { id: String(id), key: `restored-${++keys}`, at });
    assert.equal(sendMessage.status, 'scheduled');
  };
  await schedule(planned!.id);
  const id = String(gone!.id);
  await manager.run(remove, { id });
  assert.equal((await manager.run(restore, { id })).restoreMessage.status, 'draft');
  await manager.run(remove, { id });
  await schedule(other!.id);
  assert.equal(refusalOf(await manager.send(restore, { id })), 'error_report_sent');
});

test('choices for all of a report skip a message that cannot be restored', async () => {
  const { report, id, person } = await removed();
  assert.equal(refusalOf(await send(report)), undefined);
  assert.equal(refusalOf(await manager.send(restore, { id })), 'error_report_sent');
  const left = await createDraft(db, { reportId: report, insertedBy: manager.userId, people: [] });
  const other = await createPerson(db);
  await manager.run('mutation ($r: ID!, $p: [ID!]) { setReportRecipients(report: $r, people: $p) { _id } }', {
    r: String(report),
    p: [String(other.id)],
  });
  const chosenOf = (message: number) =>
    db.selectFrom('messagePeople').select('personId').where('messageId', '=', message).execute();
  assert.deepEqual(await chosenOf(Number(id)), [{ personId: person }]);
  assert.deepEqual(await chosenOf(left.id), [{ personId: other.id }]);
});

test('removes a draft that reaches no one when its report is sent, and can restore it', async () => {
  const { report, beside } = await removed();
  const left = await createDraft(db, { reportId: report, insertedBy: manager.userId, people: [] });
  assert.equal(refusalOf(await send(report)), undefined);
  const states = await db
    .selectFrom('messages')
    .select(['status', 'isActive'])
    .where('id', 'in', [left.id, beside.id])
    .orderBy('id')
    .execute();
  assert.deepEqual(states, [
    { status: 'queued', isActive: true },
    { status: 'draft', isActive: false },
  ]);
  assert.equal((await manager.run(restore, { id: String(left.id) })).restoreMessage.status, 'draft');
});

test('choices for all of a report made while a message is removed apply after its restore', async () => {
  const { report, id } = await removed('Eigener Titel');
  const other = await createPerson(db);
  await manager.run('mutation ($r: ID!, $p: [ID!]) { setReportRecipients(report: $r, people: $p) { _id } }', {
    r: String(report),
    p: [String(other.id)],
  });
  await manager.run('mutation ($i: UpdateReportInput!) { updateReport(input: $i) { _id } }', {
    i: { id: String(report), description: 'Rauch im Keller' },
  });
  await manager.run(restore, { id });
  const { message } = await manager.run(chosen, { id });
  assert.deepEqual(
    message.messagePeople.edges.map(({ node }: { node: { _id: number } }) => node._id),
    [other.id],
  );
  assert.match(message.content, /event\.description/);
});

/** Waits until this many statements wait for a lock. */
const waiting = (many: number) =>
  until(async () => {
    const query = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return (await server.app.database.pool.query(query)).rowCount === many;
  });

test('choices for one function change no draft for another, also after its removal', async () => {
  const report = await createReport(db, { type: 'activation' });
  const [one, other, third] = [await createPerson(db), await createPerson(db), await createPerson(db)];
  const wanted = async (person: number) => {
    const forGroupId = (await createGroup(db, { members: [person] })).id;
    const { id } = await createDraft(db, {
      ...{ reportId: report.id, insertedBy: manager.userId, people: [person], requestAnswer: true, forGroupId },
      channelId: (await createChannel(db, 'email')).id,
    });
    return { id: String(id), group: String(forGroupId) };
  };
  const [kept, gone, asked] = [await wanted(one.id), await wanted(other.id), await wanted(third.id)];
  await manager.run(remove, { id: gone.id });
  await manager.run(
    'mutation ($r: ID!, $p: [ID!], $g: ID) { setReportRecipients(report: $r, people: $p, forGroup: $g) { _id } }',
    { r: String(report.id), p: [String(third.id), String(one.id)], g: asked.group },
  );
  await manager.run(restore, { id: gone.id });
  const peopleOf = async ({ id }: { id: string }) =>
    (await manager.run(chosen, { id })).message.messagePeople.edges.map(
      ({ node }: { node: { _id: number } }) => node._id,
    );
  assert.deepEqual(
    [await peopleOf(kept), await peopleOf(gone), await peopleOf(asked)],
    [[one.id], [other.id], [third.id, one.id]],
  );
});
