import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { createEvent, createGroup, createMailingList, createPerson, createReport } from '#testing/factories.ts';
import { createDraft, deliver, settle } from '#testing/messages.ts';
import { get } from '#testing/rest.ts';
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

const figures = `people asked reserve waiting unreachable notAsked positive negative neutral none
  handedOver delivered read answered reached`;

type Figures = Record<string, number>;

/** Six people with all states, two needed; others without address or absent. */
async function alarm() {
  const { id: eventId } = await createEvent(db);
  const make = async (count: number, values = {}) => {
    const people: number[] = [];
    for (let at = 0; at < count; at++) people.push((await createPerson(db, values)).id);
    return people;
  };
  const limited = await make(6);
  const [free, [silent], [absent]] = [await make(5), await make(1, { email: null }), await make(1)];
  await db
    .insertInto('absences')
    .values({ personId: absent!, fromAt: new Date(Date.now() - 60_000) })
    .execute();
  const group = await createGroup(db, { name: 'Chirurgie', members: limited });
  const others = await createGroup(db, { name: 'Pflege', members: [...free, silent!, absent!, limited[0]!] });
  const list = await createMailingList(db, { groups: [{ id: group.id, stopLimit: 2 }, { id: others.id }] });
  const { id: report } = await createReport(db, { eventId });
  const { id: message } = await createDraft(db, { reportId: report, lists: [list.id], requestAnswer: true });
  await manager.run('mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { id } }', {
    id: String(report),
    key: `figures-${report}`,
  });
  await settle(server.app);
  const [coming, declining, reading, receipted, failing] = free as [number, number, number, number, number];
  await deliver(db, message, (person) => (person === failing ? 'failed' : 'sent'));
  const { rows } = await sql<{ id: number; personId: number }>`
    select id, person_id from message_recipients where message_id = ${message}`.execute(db);
  const rowOf = (person: number) => rows.find(({ personId }) => personId === person)!.id;
  for (const [person, option] of [
    [coming, '1'],
    [declining, '2'],
  ] as const)
    await manager.run('mutation ($r: ID!, $o: String!) { recordAnswer(recipient: $r, option: $o) { id } }', {
      r: String(rowOf(person)),
      o: option,
    });
  for (const [person, status] of [
    [reading, 'read'],
    [receipted, 'delivered'],
  ] as const)
    await db.updateTable('messageRecipients').set({ status }).where('id', '=', rowOf(person)).execute();
  return { eventId, report, message };
}

test('board, situation report, after-action review and files show the same consistent figures', async () => {
  const { eventId, report } = await alarm();
  const ids = { event: String(eventId), report: String(report) };
  const seen = await manager.run(
    `query ($event: ID!, $report: ID!) {
      report(id: $report) { answers { asked reserve none figures { ${figures} } } }
      afterAction(event: $event) { reach { ${figures} } alarms { figures { ${figures} } } groups { name people none } }
    }`,
    ids,
  );
  const board: Figures = seen.report.answers.figures;
  assert.partialDeepStrictEqual(board, {
    ...{ people: 13, asked: 7, reserve: 4, waiting: 0, unreachable: 1, notAsked: 1 },
    ...{ positive: 1, negative: 1, neutral: 0, none: 5 },
    ...{ handedOver: 6, delivered: 2, read: 1, answered: 2, reached: 4 },
  });
  const sum = (...names: string[]) => names.reduce((total, name) => total + board[name]!, 0);
  assert.equal(board['people'], sum('asked', 'reserve', 'waiting', 'unreachable', 'notAsked'));
  assert.equal(board['asked'], sum('positive', 'negative', 'neutral', 'none'));
  assert.partialDeepStrictEqual(seen.report.answers, { asked: board['asked'], reserve: board['reserve'] });

  assert.deepEqual(seen.afterAction.alarms, [{ figures: board }]);
  assert.deepEqual(seen.afterAction.reach, board, 'there was one alarm');

  const { createSituationReport } = await manager.run(
    'mutation ($event: ID!) { createSituationReport(input: { event: $event }) { data } }',
    { event: ids.event },
  );
  const facts = Object.values<{ source?: string }>(createSituationReport.data).filter((field) => field?.source);
  const factsOf = (source: string) =>
    facts.find((field) => field.source === source) as unknown as Record<string, unknown>;
  const { people, asked, reserve, waiting, unreachable, notAsked, positive, negative, neutral, none } = board;
  assert.deepEqual(factsOf('answers')['people'], { people, asked, reserve, waiting, unreachable, notAsked });
  const [everyone] = factsOf('answers')['groups'] as Figures[];
  assert.partialDeepStrictEqual(everyone, { group: null, positive, negative, neutral, none });
  const [message] = factsOf('messages')['messages'] as Figures[];
  const parts = ['handedOver', 'underWay', 'waiting', 'failed', 'unreachable', 'notSent'];
  assert.equal(
    message!['total'],
    parts.reduce((total, name) => total + message![name]!, 0),
  );
  assert.partialDeepStrictEqual(message, {
    ...{ handedOver: board['handedOver'], delivered: board['delivered'], read: board['read'] },
    ...{ waiting: reserve, unreachable: unreachable! + notAsked!, failed: 1 },
  });

  const { text } = await get(server, `/api/v2/reports/${report}/results.csv`, manager.token);
  const states = text
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(';')[3]!);
  const written = Map.groupBy(states, (state) => state);
  const count = (...names: string[]) => names.reduce((total, name) => total + (written.get(name)?.length ?? 0), 0);
  assert.equal(states.length, people);
  assert.deepEqual(
    {
      asked: count('geantwortet', 'gelesen', 'zugestellt', 'übergeben', 'unterwegs', 'nicht zugestellt'),
      reserve: count('in Reserve'),
      unreachable: count('nicht erreichbar'),
      notAsked: count('nicht gefragt'),
      reached: count('geantwortet', 'gelesen', 'zugestellt'),
    },
    { asked, reserve, unreachable, notAsked, reached: board['reached'] },
  );
});
