import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Db } from '#server/platform/database/connect.ts';
import {
  createEvent,
  createEventType,
  createGroup,
  createMailingList,
  createPerson,
  createSnippet,
  idByIdentifier,
} from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { watch } from '#testing/watching.ts';

let server: TestServer;
let db: Db;
let manager: TestClient;
let editor: TestClient;
let administrator: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  manager = await server.as('crisis_manager');
  editor = await server.as('editor');
  administrator = await server.as('administrator');
});
after(() => server.stop());

const shown = 'text dueAt doneAt fromChecklist group { name } person { name } doneBy { _id }';
const tasksOf = async (event: number, by = editor) => {
  const document = `query ($id: ID!) { event(id: $id) { tasks(first: 100) { edges { node { id ${shown} } } } } }`;
  const { event: found } = await by.run(document, { id: String(event) });
  return found.tasks.edges.map(({ node }: { node: Record<string, unknown> }) => node);
};
const textsOf = async (event: number) => (await tasksOf(event)).map(({ text }: { text: string }) => text);
const logOf = async (event: number) =>
  (await db.selectFrom('logEntries').select(['kind', 'data']).where('eventId', '=', event).orderBy('id').execute()).map(
    ({ kind, data }) => [kind, data] as const,
  );
const kindsOf = async (event: number) => (await logOf(event)).map(([kind]) => kind);
const addItem = (input: object) =>
  administrator.run('mutation ($input: CreateChecklistItemInput!) { createChecklistItem(input: $input) { id } }', {
    input,
  });
const add = `mutation ($event: ID!, $text: String!, $group: ID, $person: ID, $due: Int) {
  addTask(event: $event, text: $text, group: $group, person: $person, dueMinutes: $due) { id } }`;
const tick = 'mutation ($id: ID!, $done: Boolean!) { setTaskDone(id: $id, done: $done) { doneAt doneBy { _id } } }';
const activate = `mutation ($type: ID!, $event: ID) {
  createActivation(input: { eventType: $type, event: $event }) { _id event { _id } } }`;
const send = 'mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { _id } }';

/** A type with two tasks and a recipient. */
async function typeWithChecklist(text: string) {
  const person = await createPerson(db);
  const group = await createGroup(db, { name: `Technik ${text}`, members: [person.id] });
  const list = await createMailingList(db, { groups: [{ id: group.id }] });
  const type = await createEventType(db, { lists: [list.id] });
  const reportTypeId = await idByIdentifier(db, 'reportTypes', 'activation');
  await createSnippet(db, { eventTypeId: type.id, reportTypeId });
  const eventType = String(type.id);
  await addItem({ name: `${text} zuerst`, eventType, group: String(group.id), dueMinutes: 10 });
  await addItem({ name: `${text} dann`, eventType, person: String(person.id), sortOrder: 1 });
  return { type, group, person };
}

test('launching an event adds the checklist of its type, a draft does not', async () => {
  const { type, group, person } = await typeWithChecklist('Räumen');
  const { createActivation: draft } = await manager.run(activate, { type: String(type.id) });
  const event = draft.event._id;
  assert.deepEqual(await tasksOf(event, manager), [], 'a draft has none');
  await manager.run(send, { id: String(draft._id), key: `launch ${event} of the tasks` });
  const [first, second] = await tasksOf(event);
  assert.deepEqual([first.text, first.group, first.person], ['Räumen zuerst', { name: group.name }, null]);
  const minutes = (Date.parse(first.dueAt) - Date.now()) / 60_000;
  assert.ok(minutes > 5 && minutes <= 10.1, 'due ten minutes after the launch');
  assert.deepEqual(
    [second.text, second.dueAt, second.person.name],
    ['Räumen dann', null, `${person.firstName} ${person.lastName}`],
  );
  assert.deepEqual([first.fromChecklist, first.doneAt], [true, null]);
  const begun = (await logOf(event)).find(([kind]) => kind === 'tasks_begun');
  assert.deepEqual(begun?.[1], { tasks: 2 });
  const lines = (await logOf(event)).filter(([kind]) => kind === 'task_begun').map(([, data]) => data);
  const says = ({ text, group, person, dueAt, dueMinutes }: Record<string, unknown>) =>
    [text, group, person, dueAt, dueMinutes] as unknown[];
  assert.deepEqual(
    lines.map((data) => says(data as Record<string, unknown>)),
    [
      ['Räumen zuerst', group.name, null, first.dueAt, 10],
      ['Räumen dann', null, person.id, null, null],
    ],
    'the log says of each who does it and until when',
  );

  await addItem({ name: 'zu spät', eventType: String(type.id) });
  await manager.run(activate, { type: String(type.id), event: String(event) });
  assert.equal((await tasksOf(event)).length, 2, 'neither a later change of the checklist nor a second draft adds any');
});

test('a running event gets its tasks once: by creation, start by hand or a new type', async () => {
  const { type } = await typeWithChecklist('Pumpen');
  const other = await typeWithChecklist('Lüften');
  const create = 'mutation ($input: CreateEventInput!) { createEvent(input: $input) { _id } }';
  const input = { name: 'Wasser', eventType: String(type.id) };
  const running = (await editor.run(create, { input: { ...input, isRunning: true } })).createEvent._id;
  assert.deepEqual(await textsOf(running), ['Pumpen zuerst', 'Pumpen dann']);
  const draft = (await editor.run(create, { input })).createEvent._id;
  assert.deepEqual(await textsOf(draft), []);
  const update = 'mutation ($input: UpdateEventInput!) { updateEvent(input: $input) { _id } }';
  await editor.run(update, { input: { id: String(draft), eventStatus: 'published' } });
  assert.deepEqual(await textsOf(draft), ['Pumpen zuerst', 'Pumpen dann']);
  for (const eventType of [other.type.id, type.id, other.type.id])
    await editor.run(update, { input: { id: String(draft), eventType: String(eventType) } });
  assert.equal((await tasksOf(draft)).length, 4);
});

test('erasing a person unassigns open and future tasks; a switched-off person gets none', async () => {
  const contacts = await server.as('contact_manager');
  const type = await createEventType(db);
  const eventType = String(type.id);
  const [erased, off] = [String((await createPerson(db)).id), String((await createPerson(db)).id)];
  await addItem({ name: 'Tore', eventType, person: erased });
  await addItem({ name: 'Licht', eventType, person: off, sortOrder: 1 });
  const { id } = await createEvent(db);
  for (const text of ['getan', 'offen']) await manager.run(add, { event: String(id), text, person: erased });
  const done = (await tasksOf(id)).find(({ text }: { text: string }) => text === 'getan');
  await manager.run(tick, { id: done.id, done: true });
  await contacts.run('mutation ($id: ID!) { erasePerson(id: $id) }', { id: erased });
  await contacts.run('mutation ($id: ID!) { deletePerson(id: $id) { _id } }', { id: off });
  const personOf = async (event: number) =>
    (await tasksOf(event)).map(({ text, person }: { text: string; person: unknown }) => [text, person !== null]);
  assert.deepEqual(await personOf(id), [
    ['offen', false],
    ['getan', true],
  ]);
  const { checklistItems } = await administrator.run(
    '{ checklistItems(first: 100) { edges { node { name person { _id } } } } }',
  );
  const item = checklistItems.edges.find(({ node }: { node: { name: string } }) => node.name === 'Tore');
  assert.equal(item.node.person, null);
  const create = 'mutation ($input: CreateEventInput!) { createEvent(input: $input) { _id } }';
  const input = { name: 'Sturm', eventType, isRunning: true };
  const begun = (await editor.run(create, { input })).createEvent._id;
  assert.deepEqual(await personOf(begun), [
    ['Tore', false],
    ['Licht', false],
  ]);
});

test('a task is added by hand, checked and unchecked with name and time, each logged once', async () => {
  const event = await createEvent(db);
  const group = await createGroup(db, { name: 'Presse' });
  const { addTask: task } = await editor.run(add, {
    event: String(event.id),
    text: '  Hotline schalten ',
    group: String(group.id),
    due: 5,
  });
  await editor.run(tick, { id: task.id, done: true });
  const again = (await manager.run(tick, { id: task.id, done: true })).setTaskDone;
  assert.equal(again.doneBy._id, editor.userId, 'who was first stays');
  const [done] = await tasksOf(event.id);
  assert.deepEqual([done.text, done.fromChecklist, done.group.name], ['Hotline schalten', false, 'Presse']);
  assert.ok(done.doneAt);
  const { setTaskDone: open } = await manager.run(tick, { id: task.id, done: false });
  assert.deepEqual(open, { doneAt: null, doneBy: null });
  const [number, dueAt] = [Number(task.id.split('/').at(-1)), done.dueAt];
  const data = { task: number, text: 'Hotline schalten', group: 'Presse', person: null, dueAt };
  assert.deepEqual(await logOf(event.id), [
    ['task_added', { ...data, dueMinutes: 5 }],
    ['task_done', data],
    ['task_reopened', data],
  ]);
});

test('the log names the assignee of a task while they exist, and its due time', async () => {
  const event = await createEvent(db);
  const person = await createPerson(db);
  await editor.run(add, { event: String(event.id), text: 'Schlüssel holen', person: String(person.id), due: 15 });
  const document = `query ($id: ID!) { event(id: $id) { log(first: 1) { edges { node { text person { _id } } } } } }`;
  const { log } = (await editor.run(document, { id: String(event.id) })).event;
  assert.deepEqual(log.edges[0].node, {
    text: 'Neue Aufgabe: Schlüssel holen – binnen 15 Minuten',
    person: { _id: person.id },
  });
});

test('refuses an invalid task, and an archived event accepts and changes none', async () => {
  const event = await createEvent(db);
  const [group, person] = [await createGroup(db), await createPerson(db)];
  const gone = await createGroup(db, { isActive: false });
  const faults = async (variables: object) => {
    const { errors } = await editor.send(add, { event: String(event.id), text: 'x', ...variables });
    return errors?.[0]?.extensions.fields;
  };
  assert.deepEqual(await faults({ text: '  ' }), { text: 'error_required' });
  assert.deepEqual(await faults({ text: 'x'.repeat(501) }), { text: 'error_too_long' });
  assert.deepEqual(await faults({ due: -1 }), { dueMinutes: 'error_invalid_number' });
  assert.deepEqual(await faults({ group: String(gone.id) }), { group: 'error_inactive' });
  const both = { group: String(group.id), person: String(person.id) };
  assert.deepEqual(await faults(both), { person: 'error_invalid_input' });
  const { addTask: task } = await editor.run(add, { event: String(event.id), text: 'bleibt' });
  await editor.run('mutation ($id: ID!) { finishEvent(id: $id) { id } }', { id: String(event.id) });
  await administrator.run('mutation ($id: ID!) { archiveEvent(id: $id) { id } }', { id: String(event.id) });
  const refused = await Promise.all([
    editor.send(add, { event: String(event.id), text: 'x' }),
    editor.send(tick, { id: task.id, done: true }),
  ]);
  assert.deepEqual(
    refused.map(({ errors }) => errors?.[0]?.message),
    ['error_event_archived', 'error_event_archived'],
  );
  assert.deepEqual(await kindsOf(event.id), ['task_added', 'event_finished', 'event_archived']);
});

test('subscribers of an event see a checked task, and the situation report shows the state', async () => {
  const event = await createEvent(db);
  const watcher = watch(
    server,
    manager,
    'subscription ($id: ID!) { eventChanged(id: $id) { tasks { edges { node { text doneAt } } } } }',
    { id: String(event.id) },
  );
  const seen = () => watcher.seen.at(-1)?.data.eventChanged.tasks.edges;
  await until(async () => seen()?.length === 0);
  const { addTask: first } = await editor.run(add, { event: String(event.id), text: 'Erstens', due: 0 });
  await editor.run(add, { event: String(event.id), text: 'Zweitens', due: 30 });
  await until(async () => seen()?.length === 2);
  const officer = await server.as('documentation_officer');
  const begin = 'mutation ($event: ID!) { createSituationReport(input: { event: $event }) { data } }';
  const factsOf = async () => (await officer.run(begin, { event: String(event.id) })).createSituationReport.data.tasks;
  await editor.run(tick, { id: first.id, done: true });
  await until(async () => seen()?.some(({ node }: { node: { doneAt: string | null } }) => node.doneAt !== null));
  watcher.stop();
  const { tasks } = await factsOf();
  assert.deepEqual(
    tasks.map(({ text, doneBy }: { text: string; doneBy: string | null }) => [text, doneBy !== null]),
    [
      ['Zweitens', false],
      ['Erstens', true],
    ],
  );
});
