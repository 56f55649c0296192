import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Db } from '#server/platform/database/connect.ts';
import { createKind } from '#testing/alarms/kinds.ts';
import {
  createEvent,
  createEventType,
  createMailingList,
  createMessage,
  createPerson,
  createReport,
  createSnippet,
  idByIdentifier,
} from '#testing/factories.ts';
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

const activate = `mutation ($input: CreateActivationInput!) { report: createActivation(input: $input) {
  _id title event { _id } messages { edges { node { messageLists { edges { node { _id } } } } } } } }`;
const check = 'query ($id: ID!) { preflightReport(report: $id) { warnings blockers } }';
const send = 'mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { id } }';
const doubts = ['warning_type_differs', 'warning_place_default'];

async function kinds() {
  const { id: person } = await createPerson(db);
  const names = ['Brand', 'Räumung', 'Stromausfall', 'Hochwasser'];
  return Promise.all(
    names.map(async (name) => {
      const location = { name: `Haus ${name}`, address: `Weg ${name}` };
      const content = `${name}. {{ event.name }} / {{ event.type }} / {{ event.location }} / {{ event.address }} / {{ event.place }}`;
      const { id, locationId, listId } = await createKind(db, { name, people: [person], content, location });
      return { id, name, place: location.name, locationId, listId };
    }),
  );
}

/** The stored content of sent messages. */
async function sentOf(reportId: number) {
  await manager.run(send, { id: String(reportId), key: `key-${reportId}` });
  return db
    .selectFrom('messages')
    .select(['title', 'content'])
    .where('reportId', '=', reportId)
    .executeTakeFirstOrThrow();
}

test('title, text, place and lists come from one choice, in a running or a new event', async () => {
  const all = await kinds();
  for (const [at, chosen] of all.entries()) {
    for (const runs of process.env['TEST_FULL'] ? all : [chosen, all[(at + 1) % all.length]!]) {
      for (const belongs of [true, false]) {
        const event = await createEvent(db, {
          name: `${runs.name} am Morgen`,
          eventTypeId: runs.id,
          activationEventTypeId: runs.id,
          locationId: runs.locationId,
          isPlaceSuggested: true,
        });
        const input = { eventType: chosen.id, ...(belongs ? { event: event.id } : {}) };
        const { report } = await manager.run(activate, { input });
        const differs = belongs && chosen !== runs;
        const what = `${chosen.name} ${belongs ? 'belongs to' : 'beside'} ${runs.name}`;
        const { preflightReport } = await manager.run(check, { id: String(report._id) });
        assert.deepEqual(preflightReport.blockers, [], what);
        assert.deepEqual(
          doubts.filter((key) => preflightReport.warnings.includes(key)),
          differs ? doubts : ['warning_place_default'],
          what,
        );
        const lists = report.messages.edges.flatMap(
          ({ node }: { node: { messageLists: { edges: { node: { _id: number } }[] } } }) =>
            node.messageLists.edges.map((edge) => edge.node._id),
        );
        assert.deepEqual([...new Set(lists)], [chosen.listId], what);
        const { title, content } = await sentOf(report._id);
        assert.equal(title, report.title);
        assert.ok(title.includes(chosen.name) && content.startsWith(`${chosen.name}. ${chosen.name}`), what);
        assert.ok(content.endsWith(`${chosen.name} / ${chosen.place} / Weg ${chosen.name} / ${chosen.place}`), content);
        for (const other of all.filter((one) => one !== chosen)) {
          assert.ok(!`${title}${content}`.includes(other.name), `${what}: ${title} ${content}`);
        }
        const { event: after } = await manager.run(
          'query ($id: ID!) { event(id: $id) { activationEventType { _id } eventType { _id } } }',
          { id: String(report.event._id) },
        );
        assert.deepEqual(
          [after.activationEventType._id, after.eventType._id],
          [chosen.id, belongs ? runs.id : chosen.id],
          what,
        );
      }
    }
  }
});

test('warns of a running event of the same kind, except for exercises and its own event', async () => {
  const [kind, other] = await kinds();
  const isWarned = async (input: object, key = 'warning_kind_running') => {
    const { report } = await manager.run(activate, { input: { eventType: kind!.id, ...input } });
    const { preflightReport } = await manager.run(check, { id: String(report._id) });
    return preflightReport.warnings.includes(key);
  };
  const run = (eventTypeId: number, mode: string) =>
    createEvent(db, { eventTypeId, activationEventTypeId: eventTypeId, mode, isRunning: true });
  await run(other!.id, 'LIVE');
  await run(kind!.id, 'EXERCISE');
  assert.equal(await isWarned({}), false);
  const { id } = await run(kind!.id, 'LIVE');
  assert.equal(await isWarned({}), true);
  assert.equal(await isWarned({ mode: 'EXERCISE' }), false);
  assert.equal(await isWarned({ event: id }), false);
  // has an all-clear, but isn't finished
  const { id: reportId } = await createReport(db, { eventId: id });
  await createMessage(db, { reportId, status: 'sent', launchedAt: new Date() });
  assert.equal(await isWarned({}, 'warning_kind_cleared'), false);
  const allClear = await createReport(db, { eventId: id, type: 'all_clear' });
  await db
    .updateTable('reports')
    .set({ allClearAt: new Date(), allClearId: allClear.id })
    .where('id', '=', reportId)
    .execute();
  assert.deepEqual([await isWarned({}), await isWarned({}, 'warning_kind_cleared')], [false, true]);
});

test('choosing a place removes the warning, even for the usual place', async () => {
  const [kind] = await kinds();
  const warned = async (input: object) => {
    const { report } = await manager.run(activate, { input: { eventType: kind!.id, ...input } });
    const { preflightReport } = await manager.run(check, { id: String(report._id) });
    return [preflightReport.warnings.includes('warning_place_default'), (await sentOf(report._id)).content];
  };
  const [usual, text] = await warned({});
  assert.equal(usual, true);
  assert.match(String(text), /Haus Brand$/);
  assert.equal((await warned({ location: kind!.locationId }))[0], false, 'the usual one, chosen by somebody');
});

test('an alarm without place or description gets warnings, which end once they are entered', async () => {
  const reportTypeId = await idByIdentifier(db, 'reportTypes', 'activation');
  const person = await createPerson(db);
  const asked = ['warning_place_missing', 'warning_what_missing'];
  const { id: general } = await db
    .selectFrom('eventTypes')
    .select('id')
    .where('identifier', '=', 'general')
    .executeTakeFirstOrThrow();
  const placeless = await createEventType(db, { name: 'Cyberangriff' });
  await createSnippet(db, { content: 'Kommen Sie.', eventTypeId: placeless.id, reportTypeId });
  for (const [eventType, lacking] of [
    [general, asked],
    [placeless.id, asked.slice(0, 1)],
  ] as const) {
    const list = await createMailingList(db, { people: [person.id] });
    const { report } = await manager.run(activate, { input: { eventType, lists: [list.id] } });
    const lacks = async () => {
      const { preflightReport } = await manager.run(check, { id: String(report._id) });
      return asked.filter((key) => preflightReport.warnings.includes(key));
    };
    const say = (input: object) =>
      manager.run('mutation ($input: UpdateReportInput!) { updateReport(input: $input) { id } }', {
        input: { id: report._id, ...input },
      });
    assert.deepEqual(await lacks(), lacking);
    await say({ place: 'Haupteingang' });
    assert.deepEqual(await lacks(), lacking.slice(1));
    await say({ description: 'Bombendrohung' });
    assert.deepEqual(await lacks(), []);
  }
});

test('free text replaces the place everywhere, and an unknown address blocks sending', async () => {
  const [kind] = await kinds();
  const event = await createEvent(db, { eventTypeId: kind!.id, place: 'Hof' });
  const { report } = await manager.run(activate, { input: { event: event.id, eventType: kind!.id } });
  const { preflightReport } = await manager.run(check, { id: String(report._id) });
  assert.deepEqual(preflightReport.blockers, ['error_open_placeholders'], 'the text asks for an address');
  const { report: found } = await manager.run('query ($id: ID!) { report(id: $id) { placeholders } }', {
    id: String(report._id),
  });
  assert.partialDeepStrictEqual(found.placeholders, { 'event.place': 'Hof', 'event.location': 'Hof' });
  assert.equal('event.address' in found.placeholders, false);
});
