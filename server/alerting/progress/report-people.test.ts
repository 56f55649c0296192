import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Db } from '#server/platform/database/connect.ts';
import { createGroup, createMailingList, createPerson, createReport } from '#testing/factories.ts';
import { createChannel, createDraft, passMinutes, settle } from '#testing/messages.ts';
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

const list = `query ($id: ID!, $show: ReportPeopleFilter, $search: String, $first: Int, $after: String) {
  report(id: $id) { people(show: $show, search: $search, first: $first, after: $after) {
    totalCount pageInfo { endCursor }
    edges { node { person { _id } answer { option { code } } recipients { status } } } } } }`;

/** Four people on two channels: yes, no, silent, without address. */
async function launched() {
  const report = await createReport(db);
  const people = [
    await createPerson(db, { lastName: 'Adler', mobile: '+4915133333401' }),
    await createPerson(db, { lastName: 'Bär', mobile: '+4915133333402' }),
    await createPerson(db, { lastName: 'Bauer', mobile: '+4915133333403' }),
    await createPerson(db, { lastName: 'Czerny', email: null }),
  ];
  const ids = people.map(({ id }) => id);
  for (const type of ['email', 'sms']) {
    const channel = await createChannel(db, type);
    await createDraft(db, { reportId: report.id, channelId: channel.id, people: ids, requestAnswer: true });
  }
  const send = 'mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { _id } }';
  await manager.run(send, { id: String(report.id), key: `people-${report.id}` });
  const answer = async (person: number, option: string) => {
    const recipient = await db
      .selectFrom('messageRecipients')
      .select('id')
      .where('reportId', '=', report.id)
      .where('personId', '=', person)
      .executeTakeFirstOrThrow();
    await manager.run(
      'mutation ($id: ID!, $option: String!) { recordAnswer(recipient: $id, option: $option) { _id } }',
      {
        id: String(recipient.id),
        option,
      },
    );
  };
  await answer(ids[0]!, '1');
  await answer(ids[1]!, '1');
  await answer(ids[1]!, '2');
  return { id: String(report.id), ids };
}

test('lists each person of a report once, by name, with all channels and the current answer', async () => {
  const { id, ids } = await launched();
  const { people } = (await manager.run(list, { id })).report;
  assert.equal(people.totalCount, 4);
  const order = people.edges.map(({ node }: { node: { person: { _id: number } } }) => node.person._id);
  assert.deepEqual(order, [ids[0], ids[1], ids[2], ids[3]], 'ä stands beside a');
  assert.deepEqual(
    people.edges.map(({ node }: { node: { answer: { option: { code: string } } | null } }) => node.answer?.option.code),
    ['1', '2', undefined, undefined],
  );
  assert.ok(people.edges.every(({ node }: { node: { recipients: unknown[] } }) => node.recipients.length === 2));
});

test('filters the list by answer, by not reached and by name, and pages without gaps', async () => {
  const { id, ids } = await launched();
  const shown = async (variables: object) =>
    (await manager.run(list, { id, ...variables })).report.people.edges.map(
      ({ node }: { node: { person: { _id: number } } }) => node.person._id,
    );
  assert.deepEqual(await shown({ show: 'coming' }), [ids[0]]);
  assert.deepEqual(await shown({ show: 'declined' }), [ids[1]]);
  assert.deepEqual(await shown({ show: 'unclear' }), []);
  assert.deepEqual(await shown({ show: 'unanswered' }), [ids[2]]);
  assert.deepEqual(await shown({ show: 'unreached' }), [ids[3]], 'no address on any channel');
  assert.deepEqual(await shown({ show: 'waiting' }), [ids[2]], 'what was answered leaves on no other channel');
  assert.deepEqual(await shown({ search: 'czer' }), [ids[3]]);
  const first = (await manager.run(list, { id, first: 3 })).report.people;
  assert.deepEqual(await shown({ first: 3, after: first.pageInfo.endCursor }), [ids[3]]);
});

test('counts a person who was no longer needed as not asked, though they lack an address on one channel', async () => {
  const report = await createReport(db);
  const one = await createPerson(db, { lastName: 'Amsel', mobile: '+4915133333404' });
  const spared = await createPerson(db, { lastName: 'Buche' });
  const group = await createGroup(db, { members: [one.id, spared.id] });
  const mailingList = await createMailingList(db, { groups: [{ id: group.id, stopLimit: 1 }] });
  for (const type of ['email', 'sms']) {
    const channel = await createChannel(db, type);
    await createDraft(db, { reportId: report.id, channelId: channel.id, lists: [mailingList.id], requestAnswer: true });
  }
  const id = String(report.id);
  const send = 'mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { _id } }';
  await manager.run(send, { id, key: `spared-${id}` });
  await manager.run('mutation ($id: ID!) { stopAsking(report: $id) { _id } }', { id });
  const counted = `query ($id: ID!) { report(id: $id) {
    unreached: people(show: unreached) { totalCount }
    notAsked: people(show: not_asked) { edges { node { person { _id } recipients { status } } } }
    answers { figures { asked unreachable notAsked } } } }`;
  const { unreached, notAsked, answers } = (await manager.run(counted, { id })).report;
  const [{ node }] = notAsked.edges;
  assert.deepEqual(node.recipients.map(({ status }: { status: string }) => status).toSorted(), [
    'cancelled',
    'suppressed',
  ]);
  assert.equal(node.person._id, spared.id);
  assert.equal(unreached.totalCount, 0);
  assert.deepEqual(answers.figures, { asked: 1, unreachable: 0, notAsked: 1 });
});

const board = `query ($id: ID!, $order: ReportPeopleOrder, $group: ID, $first: Int, $offset: Int) {
  report(id: $id) { people(order: $order, group: $group, first: $first, offset: $offset) {
    totalCount pageInfo { hasPreviousPage hasNextPage }
    edges { node { person { _id personData { valueStr } } arrival { state } functions { name } } } } } }`;

interface Alarmed {
  id: string;
  /** By name, not by arrival. */
  people: Record<'late' | 'soon' | 'open' | 'there' | 'unclear' | 'silent' | 'no' | 'waits' | 'lost', number>;
  groups: { id: number; name: string }[];
}

/** An alarm to two groups with people in all states. */
async function alarmed(): Promise<Alarmed> {
  const names = ['soon', 'late', 'there', 'open', 'unclear', 'silent', 'no', 'waits', 'lost'] as const;
  const people = {} as Alarmed['people'];
  for (const name of names) {
    const values = { firstName: 'A', lastName: `Z${[...name].toReversed().join('')}` };
    people[name] = (await createPerson(db, name === 'lost' ? { ...values, email: null } : values)).id;
  }
  const { soon, late, waits, ...rest } = people;
  const groups = [
    await createGroup(db, { name: 'Lage', members: [late, soon, waits] }),
    await createGroup(db, { name: 'Personal', members: Object.values(rest) }),
  ];
  const list = await createMailingList(db, {
    groups: [
      { id: groups[0]!.id, stopLimit: 2 },
      { id: groups[1]!.id, stopLimit: 7 },
    ],
  });
  const report = await createReport(db);
  const channel = await createChannel(db, 'email');
  await createDraft(db, {
    reportId: report.id,
    channelId: channel.id,
    lists: [list.id],
    people: [people.lost],
    requestAnswer: true,
  });
  const send = 'mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { _id } }';
  await manager.run(send, { id: String(report.id), key: `board-${report.id}` });
  await settle(server.app);
  const rowOf = async (person: number) => {
    const rows = db.selectFrom('messageRecipients').select('id').where('reportId', '=', report.id);
    return String((await rows.where('personId', '=', person).executeTakeFirstOrThrow()).id);
  };
  const record = `mutation ($id: ID!, $option: String!, $minutes: Int) {
    recordAnswer(recipient: $id, option: $option, minutes: $minutes) { _id } }`;
  const say = async (person: number, option: string, minutes: number | null = null) =>
    manager.run(record, { id: await rowOf(person), option, minutes });
  await say(late, '1', 40);
  await say(people.open, '1');
  await say(soon, '1', 5);
  await say(people.there, '1', 1);
  await say(people.unclear, '3');
  await say(people.no, '2');
  const arrive = 'mutation ($id: ID!) { recordArrival(recipient: $id, arrived: true) { _id } }';
  await manager.run(arrive, { id: await rowOf(people.there) });
  return { id: String(report.id), people, groups };
}

type Entry = { node: { person: { _id: number }; arrival: { state: string } | null; functions: { name: string }[] } };
const idsOf = (edges: Entry[]) => edges.map(({ node }) => node.person._id);

test('sorts by arrival: expected, arrived, unclear, silent, declined, then not asked', async () => {
  const { id, people } = await alarmed();
  const { edges } = (await manager.run(board, { id, order: 'arrival' })).report.people;
  const { soon, late, open, there, unclear, silent, no, waits, lost } = people;
  const found = idsOf(edges);
  assert.deepEqual(found.slice(0, 7), [soon, late, open, there, unclear, silent, no]);
  assert.deepEqual(found.slice(7).toSorted(), [waits, lost].toSorted());
  assert.deepEqual(
    edges.slice(0, 5).map(({ node }: Entry) => node.arrival?.state),
    ['expected', 'expected', 'open', 'arrived', undefined],
  );
  const first = idsOf((await manager.run(board, { id, order: 'unreached', first: 1 })).report.people.edges);
  assert.deepEqual(first, [lost], 'whom nothing reaches stands first where that is asked for');
});

test('people show the functions they were chosen for, and the list filters by function', async () => {
  const { id, people, groups } = await alarmed();
  const [lage] = groups as [Alarmed['groups'][0], Alarmed['groups'][0]];
  const shown = (await manager.run(board, { id, order: 'arrival', group: String(lage.id) })).report.people;
  assert.equal(shown.totalCount, 3);
  assert.deepEqual(idsOf(shown.edges), [people.soon, people.late, people.waits]);
  assert.deepEqual(
    shown.edges.map(({ node }: Entry) => node.functions.map(({ name }) => name)),
    [['Lage'], ['Lage'], ['Lage']],
  );
});

test('a list can start at any offset, and its pages together are complete', async () => {
  const { id } = await alarmed();
  const whole = (await manager.run(board, { id, order: 'arrival' })).report.people;
  const parts: number[] = [];
  for (const offset of [0, 4, 8]) {
    const part = (await manager.run(board, { id, order: 'arrival', first: 4, offset })).report.people;
    assert.deepEqual(part.pageInfo, { hasPreviousPage: offset > 0, hasNextPage: offset < 8 });
    parts.push(...idsOf(part.edges));
  }
  assert.deepEqual(parts, idsOf(whole.edges));
  const { errors } = await manager.send(board, { id, offset: -1 });
  assert.equal(errors?.[0]?.message, 'error_page_size');
});

test('keeps private contact data of a person private on the board', async () => {
  const { id, people } = await alarmed();
  const number = '+4915144444401';
  await db.insertInto('personData').values({ personId: people.soon, keyFieldId: 6, valueStr: number }).execute();
  const seen = async (client: TestClient) => {
    const { edges } = (await client.run(board, { id, order: 'arrival', first: 1 })).report.people;
    return edges[0].node.person.personData.some(({ valueStr }: { valueStr: string }) => valueStr === number);
  };
  assert.equal(await seen(manager), false);
  assert.equal(await seen(await server.as('crisis_manager', 'contact_manager')), true);
});

test('the board shows filled and lost functions, and the number of missing people', async () => {
  const { id, groups } = await alarmed();
  const figures = `query ($id: ID!) { report(id: $id) { answers { goal functions filled unfilled missing
    limits { group { _id } state } } } }`;
  const look = async () => (await manager.run(figures, { id })).report.answers;
  const [lage, personal] = groups as [Alarmed['groups'][0], Alarmed['groups'][0]];
  const states = (first: string, second: string) => [
    { group: { _id: lage.id }, state: first },
    { group: { _id: personal.id }, state: second },
  ];
  const before = { goal: 'waiting', functions: 2, filled: 1, unfilled: 0, missing: 0 };
  assert.deepEqual(await look(), { ...before, limits: states('filled', 'waiting') });
  await passMinutes(db, Number(id), 10);
  await settle(server.app);
  const after = await look();
  assert.deepEqual(after.limits[1], { group: { _id: personal.id }, state: 'exhausted' });
  assert.partialDeepStrictEqual(after, { goal: 'unfilled', functions: 2, unfilled: 1, missing: 5 });
});
