import assert from 'node:assert/strict';
import http from 'node:http';
import test, { after, before } from 'node:test';
import type { Db } from '#server/platform/database/connect.ts';
import type { MonitorState } from '#shared/monitor.ts';
import { createGroup, createMailingList, createPerson, createReport } from '#testing/factories.ts';
import { createDraft, deliver, settle } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { metric, type TestWatcher, watch } from '#testing/watching.ts';
import { monitorState } from './state.ts';

let server: TestServer;
let db: Db;
let manager: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  manager = await server.as('crisis_manager', 'editor');
});
after(() => server.stop());

/** A roll call to two houses; the first person is in both. */
async function rollCall() {
  const people: number[] = [];
  for (let at = 0; at < 7; at++)
    people.push((await createPerson(db, { firstName: 'Hanna', lastName: `Haus${at}` })).id);
  const groups = [
    await createGroup(db, { name: 'Haus A, Tel. 030 123456', members: people.slice(0, 5) }),
    await createGroup(db, { name: 'Haus B', members: [people[0]!, ...people.slice(5)] }),
  ];
  const list = await createMailingList(db, { groups: groups.map(({ id }) => ({ id })) });
  const { id, eventId } = await createReport(db);
  const message = await createDraft(db, { reportId: id, lists: [list.id], requestAnswer: true });
  await manager.run('mutation ($i: UpdateReportInput!) { updateReport(input: $i) { id } }', {
    i: { id: String(id), question: 'SAFETY' },
  });
  assert.equal((await monitorState(db, eventId, 'de')).rollCall, null, 'a draft is none');
  await manager.run(`mutation { sendReport(id: ${id}, launchKey: "monitor-${id}") { _id } }`);
  await settle(server.app);
  await deliver(db, message.id);
  const answer = async (at: number, option: '1' | '2') => {
    const { id: recipient } = await db
      .selectFrom('messageRecipients')
      .select('id')
      .where('reportId', '=', id)
      .where('personId', '=', people[at]!)
      .executeTakeFirstOrThrow();
    await manager.run('mutation ($r: ID!, $o: String!) { recordAnswer(recipient: $r, option: $o) { _id } }', {
      r: String(recipient),
      o: option,
    });
  };
  return { id, eventId, answer };
}

async function linkTo(event: number): Promise<string> {
  const { createMonitorLink } = await manager.run(
    'mutation ($event: ID!) { createMonitorLink(event: $event) { address } }',
    { event: String(event) },
  );
  return createMonitorLink.address.split('/monitor/')[1];
}

/** Opens a monitor and keeps its newest state. */
function open(event: number, token: string) {
  const screen: { state?: MonitorState; close(): void } = { close: () => request.destroy() };
  const headers = { 'content-type': 'application/json' };
  const request = http.request(`${server.url}/api/monitor`, { method: 'POST', headers, agent: false }, (answer) => {
    let rest = '';
    answer.setEncoding('utf8').on('data', (piece: string) => {
      const blocks = (rest + piece).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const text = /^data: ?(\{.*\})$/m.exec(block)?.[1];
        if (text) screen.state = JSON.parse(text);
      }
    });
    answer.on('error', () => {});
  });
  request.on('error', () => {});
  request.end(JSON.stringify({ event, token, language: 'de' }));
  return screen;
}

test('a monitor shows a roll call by place without names, until works-council mode closes it', async () => {
  const { eventId, answer } = await rollCall();
  await answer(1, '2');
  await answer(5, '1');
  const { rollCall: shown, ...rest } = await monitorState(db, eventId, 'de');
  assert.deepEqual(shown, {
    ...{ people: 7, needsHelp: 1, notHeard: 5, safe: 1 },
    groups: [
      { name: 'Haus A, Tel. …', people: 5, needsHelp: 1, notHeard: 4, safe: 0 },
      { name: 'Haus B', people: 3, needsHelp: 0, notHeard: 2, safe: 1 },
    ],
    moreGroups: 0,
  });
  assert.doesNotMatch(JSON.stringify([shown, rest.coming]), /Hanna/);
  assert.deepEqual(rest.coming, [], 'a safe person does not come');
  await manager.run(`mutation { finishEvent(id: ${eventId}) { id } }`);
  assert.equal((await monitorState(db, eventId, 'de')).rollCall?.people, 7);
  await db
    .updateTable('events')
    .set({ finishedAt: new Date(Date.now() - 25 * 3_600_000) })
    .where('id', '=', eventId)
    .execute();
  assert.equal((await monitorState(db, eventId, 'de')).rollCall, null);
});

const subscription = `subscription ($id: ID!) { reportChanged(id: $id) { id
  answers { rollCall { people needsHelp safe notHeard } } rollCallGroups { people needsHelp } } }`;

test('five hundred people and a monitor see an answer to a roll call, computed for all of them together', async () => {
  const { id, eventId, answer } = await rollCall();
  await until(async () => (await metric(server, 'live_views')) === 0);
  const token = await linkTo(eventId);
  const clients: TestClient[] = [];
  for (let at = 0; at < 25; at++) clients.push(await server.as('crisis_manager'));
  const watchers: TestWatcher[] = [];
  // twenty pages of each session, as many as it may have
  for (let page = 0; page < 20; page++) {
    const more = clients.map((client) => watch(server, client, subscription, { id: String(id) }));
    await until(async () => more.every(({ seen }) => seen.length > 0));
    watchers.push(...more);
  }
  const screen = open(eventId, token);
  await until(async () => screen.state);
  assert.equal(watchers.length, 500);
  const computed = await metric(server, 'live_computations');
  await answer(2, '2');
  const report = ({ seen }: TestWatcher) => seen.at(-1).data.reportChanged;
  await until(async () => watchers.every((one) => report(one).answers.rollCall.needsHelp === 1));
  await until(async () => screen.state?.rollCall?.needsHelp === 1);
  const expected = { people: 7, needsHelp: 1, safe: 0, notHeard: 6 };
  for (const one of watchers) assert.deepEqual(report(one).answers.rollCall, expected);
  const times = (await metric(server, 'live_computations')) - computed;
  assert.ok(times >= 2 && times <= 20, `computed ${times} times for 501 watchers`);
  screen.close();
  for (const one of watchers) one.stop();
  await until(async () => (await metric(server, 'live_views')) === 0);
});
