import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import fc from 'fast-check';
import type { Db } from '#server/platform/database/connect.ts';
import {
  createEvent,
  createEventType,
  createGroup,
  createMailingList,
  createPerson,
  createReport,
} from '#testing/factories.ts';
import { createChannel, createDraft } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { runs } from '../../../scripts/in-full.ts';

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

const chosen = `messageLists { edges { node { _id } } } messageGroups { edges { node { _id } } }
  messagePeople { edges { node { _id } } }`;
const fields = `_id title content reportType { identifier } eventType { _id } event { _id activationEventType { _id } eventType { _id } }
  answerOptions { code label kind askMinutes }
  messages { edges { node { status title content requestAnswer feedValues channel { _id } ${chosen} } } }`;
const copy = `mutation ($id: ID!) { report: copyReport(id: $id) { ${fields} } }`;
const activate = `mutation ($input: CreateActivationInput!) { report: createActivation(input: $input) { ${fields} } }`;
const read = `query ($id: ID!) { report(id: $id) { ${fields} } }`;
const error = (answer: { errors?: { message: string }[] }) => answer.errors?.[0]?.message;
type Chosen = Record<'messageLists' | 'messageGroups' | 'messagePeople', { edges: { node: { _id: number } }[] }>;
const idsOf = (node: Chosen) =>
  (['messageLists', 'messageGroups', 'messagePeople'] as const).map((kind) =>
    node[kind].edges.map((edge) => edge.node._id),
  );

test('a copy is a draft with the same text, channels and recipients, and keeps adapted texts', async () => {
  const [feed, sms] = [await createChannel(db, 'webfeed'), await createChannel(db, 'sms')];
  const { id: reportId, title } = await createReport(db, { type: 'public_information', content: 'Heute, {{ now }}.' });
  const [list, person] = [await createMailingList(db), await createPerson(db)];
  const sent = { reportId, status: 'sent', title, requestAnswer: true };
  await createDraft(db, {
    ...sent,
    channelId: sms.id,
    content: 'Heute, 1.1.2026.',
    lists: [list.id],
    people: [person.id],
  });
  await createDraft(db, { ...sent, channelId: feed.id, content: 'Kurz', feedValues: '{"relation":"new"}' });
  const { report } = await editor.run(copy, { id: String(reportId) });
  const before = (await editor.run(read, { id: String(reportId) })).report;
  const [first, second] = report.messages.edges.map(({ node }: { node: object }) => node);
  assert.notEqual(report._id, reportId);
  assert.deepEqual([report.title, report.content, report.answerOptions], [title, before.content, before.answerOptions]);
  assert.deepEqual(
    [first, second].map(({ status, content, requestAnswer, feedValues, channel }) => [
      status,
      content,
      requestAnswer,
      feedValues,
      channel._id,
    ]),
    [
      ['draft', 'Heute, {{ now }}.', true, null, sms.id],
      ['draft', 'Kurz', true, { relation: 'new' }, feed.id],
    ],
  );
  assert.deepEqual(idsOf(first), [[list.id], [], [person.id]]);
  assert.equal(error(await manager.send(copy, { id: String(reportId) })), 'error_forbidden');
  const archived = await createReport(db, {
    type: 'staff_information',
    eventId: (await createEvent(db, { state: 'archived' })).id,
  });
  assert.equal(error(await editor.send(copy, { id: String(archived.id) })), 'error_event_archived');
});

test('an alarm from a communication keeps text and recipients for every type and kind of event', async () => {
  const types = ['staff_information', 'public_information', 'press_release'];
  const kinds = [await createEventType(db), await createEventType(db, { lists: [(await createMailingList(db)).id] })];
  const [list, other, group, person] = [
    await createMailingList(db),
    await createMailingList(db),
    await createGroup(db),
    await createPerson(db),
  ];
  const picked = fc.record({
    lists: fc.subarray([list.id, other.id]),
    groups: fc.subarray([group.id]),
    people: fc.subarray([person.id]),
  });
  const channels = [await createChannel(db, 'sms'), await createChannel(db, 'email')];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...types),
      fc.constantFrom(...kinds),
      fc.option(fc.constantFrom(...kinds), { nil: null }),
      fc.array(picked, { minLength: 1, maxLength: 2 }),
      async (type, kind, own, choices) => {
        const event = await createEvent(db, { eventTypeId: own?.id ?? null });
        const source = await createReport(db, { type, eventId: event.id, content: `Wasser, ${type}` });
        for (const [at, choice] of choices.entries()) {
          await createDraft(db, { reportId: source.id, channelId: channels[at]!.id, status: 'sent', ...choice });
        }
        const input = { event: String(event.id), eventType: String(kind.id), report: String(source.id) };
        const { report } = await manager.run(activate, { input });
        assert.deepEqual(
          [report.title, report.content, report.reportType.identifier, report.event._id],
          [source.title, source.content, 'activation', event.id],
        );
        assert.deepEqual(
          [report.eventType._id, report.event.activationEventType, report.event.eventType?._id ?? null],
          [kind.id, null, own?.id ?? null],
          'the event hears of it when it is sent',
        );
        const all = (of: 'lists' | 'groups' | 'people') => [...new Set(choices.flatMap((choice) => choice[of]))].sort();
        const wanted = [all('lists'), all('groups'), all('people')];
        const usual = kind === kinds[1] ? 1 : 0;
        for (const { node } of report.messages.edges) {
          const found = idsOf(node).map((ids) => ids.sort());
          if (wanted.flat().length) assert.deepEqual(found, wanted);
          else
            assert.deepEqual(
              found.map(({ length }) => length),
              [usual, 0, 0],
              'nobody chosen: the lists of the kind',
            );
        }
      },
    ),
    { numRuns: runs(25) },
  );
});

test('an alarm derives only from a report of its own event', async () => {
  const [kind, other] = [await createEventType(db), await createEvent(db)];
  const { id } = await createReport(db, { type: 'staff_information' });
  const input = { event: String(other.id), eventType: String(kind.id), report: String(id) };
  assert.equal(error(await manager.send(activate, { input })), 'error_invalid_input');
});
