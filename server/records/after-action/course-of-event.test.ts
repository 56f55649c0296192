import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { appendLog } from '#server/alerting/event-log/log.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { createEvent, createGroup, createMailingList, createPerson, createReport } from '#testing/factories.ts';
import { createDraft, deliver, settle } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let db: Db;
let manager: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  manager = await server.as('crisis_manager', 'documentation_officer', 'editor');
});
after(() => server.stop());

/** An alarm of two people with a running limit of one. */
async function alarm(eventId: number, members?: number[]) {
  const people = members ?? [(await createPerson(db)).id, (await createPerson(db)).id];
  const group = await createGroup(db, { members: people, priority: people });
  const list = await createMailingList(db, { groups: [{ id: group.id, stopLimit: 1 }] });
  const { id: reportId } = await createReport(db, { eventId });
  const { id } = await createDraft(db, { reportId, lists: [list.id], requestAnswer: true });
  await manager.run(`mutation { sendMessage(id: ${id}, launchKey: "course-${id}") { _id } }`);
  await settle(server.app);
  await deliver(db, id);
  return { id, reportId, people };
}

const afterAction = async (event: number) =>
  (
    await manager.run(
      `query ($event: ID!) { afterAction(event: $event) {
        alarms { report { _id } people figures { handedOver } } reach { people handedOver reached asked }
        channels { messages handedOver }
        course { answered coming arrived } timeline { text happenedAt corrects { text } corrections { text } } } }`,
      { event: String(event) },
    )
  ).afterAction;

test('includes an alarm whose event ended during its stop limit, and a stopped alarm', async () => {
  for (const end of ['finishEvent', 'stopMessage']) {
    const event = await createEvent(db);
    const { id, reportId } = await alarm(event.id);
    const running = await afterAction(event.id);
    await manager.run(`mutation { ${end}(id: ${end === 'finishEvent' ? event.id : id}) { _id } }`);
    const message = await db.selectFrom('messages').select('status').where('id', '=', id).executeTakeFirstOrThrow();
    assert.equal(message.status, 'cancelled', end);
    const known = await afterAction(event.id);
    assert.deepEqual([known.alarms, known.channels], [running.alarms, running.channels], end);
    assert.deepEqual([known.alarms[0].report._id, known.alarms[0].figures.handedOver], [reportId, 2]);
    if (end === 'finishEvent') continue;
    const { createSituationReport: report } = await manager.run(
      `mutation { createSituationReport(input: { event: ${event.id} }) { data } }`,
    );
    const facts = Object.values(
      report.data as Record<string, { source?: string; messages?: { handedOver: number }[] }>,
    );
    assert.deepEqual(
      facts.find((entry) => entry?.source === 'messages')?.messages?.map(({ handedOver }) => handedOver),
      [2],
    );
  }
});

test('excludes an alarm withdrawn before delivery', async () => {
  const event = await createEvent(db);
  const { id: reportId } = await createReport(db, { eventId: event.id });
  const { id } = await createDraft(db, { reportId, people: [(await createPerson(db)).id], requestAnswer: true });
  await manager.run(`mutation { sendMessage(id: ${id}, launchKey: "taken-back") { _id } }`);
  await manager.run(`mutation { stopMessage(id: ${id}) { _id } }`);
  assert.deepEqual((await afterAction(event.id)).alarms, []);
});

test('counts each person once over several alarms, and the first is the one sent first', async () => {
  const event = await createEvent(db);
  const first = await alarm(event.id);
  const second = await alarm(event.id, first.people);
  for (const { id } of [first, second]) {
    const { rows } = await sql<{ id: number }>`
      select id from message_recipients where message_id = ${id} and person_id = ${first.people[0]}`.execute(db);
    await manager.run(`mutation { recordAnswer(recipient: "${rows[0]!.id}", option: "1", minutes: 5) { id } }`);
    await manager.run(`mutation { recordArrival(recipient: "${rows[0]!.id}") { id } }`);
  }
  await sql`
    update message_recipients set sent_at = sent_at - interval '1 hour'
    where message_id = ${second.id} and sent_at is not null`.execute(db);
  const { alarms, reach, course } = await afterAction(event.id);
  assert.deepEqual(
    alarms.map(({ report }: { report: { _id: number } }) => report._id),
    [second.reportId, first.reportId],
  );
  assert.deepEqual(reach, { people: 2, handedOver: 2, reached: 1, asked: 2 });
  assert.deepEqual(course.at(-1), { answered: 1, coming: 1, arrived: 1 });
});

test('orders the course by the time of events and includes corrections', async () => {
  const event = await createEvent(db);
  const note = { eventId: event.id, by: null, kind: 'note' } as const;
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  await appendLog(db, { ...note, text: 'Deich hält', happenedAt: at(10) });
  const wrong = await appendLog(db, { ...note, text: 'Vier Verletzte', happenedAt: at(20) });
  await appendLog(db, { ...note, text: 'Sechs Verletzte', happenedAt: at(19), corrects: wrong.id });
  const { timeline } = await afterAction(event.id);
  assert.deepEqual(
    timeline.map(({ text, corrects, corrections }: Record<string, { text: string } & { text: string }[]>) => [
      text,
      corrects?.text ?? null,
      corrections?.length,
    ]),
    [
      ['Vier Verletzte', null, 1],
      ['Sechs Verletzte', 'Vier Verletzte', 0],
      ['Deich hält', null, 0],
    ],
  );
});
