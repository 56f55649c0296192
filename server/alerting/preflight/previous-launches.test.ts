import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Db } from '#server/platform/database/connect.ts';
import { createGroup, createMailingList, createPerson, createReport } from '#testing/factories.ts';
import { createChannel, createDraft, deliver, passMinutes, settle, statusesOf } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let db: Db;
let manager: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  manager = await server.as('crisis_manager');
});
after(() => server.stop());

async function people(count: number): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < count) ids.push((await createPerson(db)).id);
  return ids;
}

interface Whom {
  lists?: number[];
  people?: number[];
  channelId?: number;
}

const draft = async (reportId: number, whom: Whom): Promise<number> =>
  (await createDraft(db, { reportId, ...whom, requestAnswer: true })).id;

async function preflight(reportId: number) {
  const document = `query ($id: ID!) { preflightReport(report: $id) { recipients later: laterCount answered spared alreadyAsked
    warnings blockers likely { asked } limits { needed available } cost { recipients } people { person { _id } later } } }`;
  return (await manager.run(document, { id: String(reportId) })).preflightReport;
}

let keys = 0;
async function send(reportId: number): Promise<void> {
  const launch = 'mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { _id } }';
  await manager.run(launch, { id: String(reportId), key: `before-${++keys}` });
  await settle(server.app);
}

async function refusalOf(reportId: number): Promise<string | undefined> {
  const launch = 'mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { _id } }';
  const { errors } = await manager.send(launch, { id: String(reportId), key: `before-${++keys}` });
  return errors?.[0]?.message;
}

async function answer(messageId: number, personId: number, option: '1' | '2' | '3'): Promise<void> {
  const { id } = await db
    .selectFrom('messageRecipients')
    .select('id')
    .where('messageId', '=', messageId)
    .where('personId', '=', personId)
    .executeTakeFirstOrThrow();
  await manager.run('mutation ($id: ID!, $o: String!) { recordAnswer(recipient: $id, option: $o) { _id } }', {
    id: String(id),
    o: option,
  });
  await settle(server.app);
}

test('counts no person who answered, and shows the others as getting it again', async () => {
  const [a, b, c, d] = (await people(4)) as [number, number, number, number];
  const report = await createReport(db);
  const first = await draft(report.id, { people: [a, b, c, d] });
  await send(report.id);
  await deliver(db, first);
  for (const person of [a, b, c]) await answer(first, person, '2');
  const second = await draft(report.id, { people: [a, b, c, d] });
  const found = await preflight(report.id);
  assert.partialDeepStrictEqual(found, {
    recipients: 1,
    later: 0,
    answered: 3,
    alreadyAsked: 1,
    blockers: [],
    likely: { asked: 1 },
    cost: { recipients: 1 },
    people: [{ person: { _id: d } }],
  });
  assert.deepEqual(found.warnings.slice(0, 2), ['warning_answered', 'warning_already_asked']);
  await send(report.id);
  assert.deepEqual(await deliver(db, second), [d], 'the launch does as was said');
});

test('a message that all people answered has no recipients', async () => {
  const [a] = (await people(1)) as [number];
  const report = await createReport(db);
  const first = await draft(report.id, { people: [a] });
  await send(report.id);
  await deliver(db, first);
  await answer(first, a, '1');
  await draft(report.id, { people: [a] });
  const found = await preflight(report.id);
  assert.partialDeepStrictEqual(found, { recipients: 0, answered: 1, blockers: ['error_nobody_to_ask'], people: [] });
  assert.equal(await refusalOf(report.id), 'error_nobody_to_ask', 'nor is it launched');
  const left = await db
    .selectFrom('messages')
    .select('status')
    .where('reportId', '=', report.id)
    .orderBy('id')
    .execute();
  assert.equal(left[1]!.status, 'draft');
});

test('a scheduled message is not sent after its last people answer, and the log has the reason', async () => {
  const [a] = (await people(1)) as [number];
  const report = await createReport(db);
  const first = await draft(report.id, { people: [a] });
  await send(report.id);
  await deliver(db, first);
  const later = await draft(report.id, { people: [a] });
  await manager.run(
    'mutation ($id: ID!, $key: String!, $at: DateTime) { sendMessage(id: $id, launchKey: $key, sendAt: $at) { _id } }',
    {
      id: String(later),
      key: `before-${++keys}`,
      at: new Date(Date.now() + 60_000).toISOString(),
    },
  );
  await answer(first, a, '2');
  await db
    .updateTable('messages')
    .set({ sendAt: new Date(0) })
    .where('id', '=', later)
    .execute();
  await settle(server.app);
  const { status, error } = await db
    .selectFrom('messages')
    .select(['status', 'error'])
    .where('id', '=', later)
    .executeTakeFirstOrThrow();
  assert.deepEqual({ status, error }, { status: 'failed', error: 'error_nobody_to_ask' });
  assert.deepEqual(await statusesOf(db, later), {});
});

test('does not count people again that the limit asked before others filled it', async () => {
  const [a, b, c] = (await people(3)) as [number, number, number];
  const group = await createGroup(db, { members: [a, b, c] });
  const list = await createMailingList(db, { groups: [{ id: group.id, stopLimit: 1, waitMinutes: 5 }] });
  const report = await createReport(db);
  const first = await draft(report.id, { lists: [list.id] });
  await send(report.id);
  await deliver(db, first);
  await passMinutes(db, report.id, 6);
  await settle(server.app);
  await deliver(db, first);
  await answer(first, b, '1');
  await draft(report.id, { lists: [list.id] });
  assert.partialDeepStrictEqual(await preflight(report.id), {
    recipients: 0,
    later: 0,
    answered: 1,
    spared: 2,
    blockers: ['error_nobody_to_ask'],
  });
  assert.equal(await refusalOf(report.id), 'error_nobody_to_ask');
});

test('a running stop limit counts its members, and a reached one asks no one', async () => {
  const [a, b, c, d, e] = (await people(5)) as [number, number, number, number, number];
  const group = await createGroup(db, { members: [a, b, c, d, e] });
  const list = await createMailingList(db, { groups: [{ id: group.id, stopLimit: 2, waitMinutes: 5 }] });
  const report = await createReport(db);
  const first = await draft(report.id, { lists: [list.id] });
  await send(report.id);
  await deliver(db, first);
  await answer(first, a, '1');
  const again = await createChannel(db, 'email');
  const second = await draft(report.id, { lists: [list.id], channelId: again.id });
  assert.partialDeepStrictEqual(await preflight(report.id), {
    recipients: 4,
    later: 3,
    answered: 1,
    alreadyAsked: 1,
    limits: [{ needed: 1, available: 4 }],
    people: [
      { person: { _id: b }, later: false },
      { person: { _id: c }, later: true },
    ],
  });
  await send(report.id);
  assert.deepEqual(await deliver(db, second), [b], 'the launch does as was said');
  await answer(first, b, '1');
  await draft(report.id, { lists: [list.id], channelId: (await createChannel(db, 'email')).id });
  assert.partialDeepStrictEqual(await preflight(report.id), {
    recipients: 0,
    answered: 2,
    spared: 3,
    limits: [],
    blockers: ['error_nobody_to_ask'],
  });
});

test('asks a person in two groups for both', async () => {
  const [x, y, z] = (await people(3)) as [number, number, number];
  const groups = [await createGroup(db, { members: [x, y] }), await createGroup(db, { members: [z, x] })];
  const list = await createMailingList(db, { groups: groups.map(({ id }) => ({ id, stopLimit: 1 })) });
  const report = await createReport(db);
  const message = await draft(report.id, { lists: [list.id] });
  const found = await preflight(report.id);
  const now = found.people.filter(({ later }: { later: boolean }) => !later);
  assert.deepEqual([now.length, found.later], [1, 2]);
  await send(report.id);
  assert.deepEqual(await deliver(db, message), [x], 'the launch does as was said');
  assert.equal((await statusesOf(db, message))[z], 'pending');
});

test('the preflight shows how many people a filled limit skips next to those it asks', async () => {
  const [a, b, c, d] = (await people(4)) as [number, number, number, number];
  const group = await createGroup(db, { members: [a, b, c] });
  const list = await createMailingList(db, { groups: [{ id: group.id, stopLimit: 1, waitMinutes: 5 }] });
  const report = await createReport(db);
  const first = await draft(report.id, { lists: [list.id] });
  await send(report.id);
  await deliver(db, first);
  await answer(first, a, '1');
  const second = await draft(report.id, { lists: [list.id], people: [d] });
  const found = await preflight(report.id);
  assert.partialDeepStrictEqual(found, { recipients: 1, answered: 1, spared: 2, blockers: [] });
  assert.deepEqual(found.warnings.slice(0, 2), ['warning_answered', 'warning_spared']);
  await send(report.id);
  assert.deepEqual(await deliver(db, second), [d], 'the launch does as was said');
});

test('blocks if no one is left to ask and no draft reaches anyone, unless a channel publishes', async () => {
  const [a] = (await people(1)) as [number];
  const report = await createReport(db);
  const first = await draft(report.id, { people: [a] });
  await send(report.id);
  await deliver(db, first);
  await answer(first, a, '1');
  await draft(report.id, { people: [a] });
  await draft(report.id, { people: [] });
  assert.deepEqual((await preflight(report.id)).blockers, ['error_nobody_to_ask']);
  assert.equal(await refusalOf(report.id), 'error_nobody_to_ask');
  await draft(report.id, { channelId: (await createChannel(db, 'webfeed')).id });
  assert.deepEqual((await preflight(report.id)).blockers, []);
  assert.equal(await refusalOf(report.id), undefined);
});
