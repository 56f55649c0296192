import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { addDevice } from '#server/channels/devices/devices.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { sha256 } from '#server/platform/secrets.ts';
import { createEventType, createPerson, idByIdentifier } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { remindOfDeadlines } from './remind.ts';
import { remindOfTasks } from './remind-of-tasks.ts';

let server: TestServer;
let db: Db;
let manager: TestClient;
let administrator: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' }); // no worker takes the jobs
  db = server.app.db;
  manager = await server.as('crisis_manager');
  administrator = await server.as('administrator');
  const channelTypeId = await idByIdentifier(db, 'channelTypes', 'webpush');
  await db
    .insertInto('channels')
    .values({ name: 'Push', identifier: 'push-of-duties', channelTypeId, isActive: true })
    .execute();
});
after(() => server.stop());

const shown = `id _id name state dueAt countsFrom after { name } version draft reportedAt way reference report isProgress
  waivedReason additions { text }`;
const deadlinesOf = async (event: number) =>
  (await manager.run(`query ($id: ID!) { event(id: $id) { knownAt deadlines { ${shown} } } }`, { id: String(event) }))
    .event;
const deadlineOf = async (event: number, name: RegExp) =>
  (await deadlinesOf(event)).deadlines.find((one: { name: string; state: string }) => name.test(one.name));
const logOf = async (event: number) =>
  (await db.selectFrom('logEntries').select('kind').where('eventId', '=', event).orderBy('id').execute()).map(
    ({ kind }) => kind,
  );

const preset = 'mutation ($type: ID!) { addDeadlinePreset(eventType: $type, preset: BSIG_32) }';
async function typeWithPreset() {
  const type = await createEventType(db);
  await administrator.run(preset, { type: String(type.id) });
  return type.id;
}
async function begin(type: number, more: object = {}) {
  const input = { name: 'Verschlüsselte Server', eventType: String(type), isRunning: true, ...more };
  const document = 'mutation ($input: CreateEventInput!) { createEvent(input: $input) { _id } }';
  return (await manager.run(document, { input })).createEvent._id as number;
}
const correct = `mutation ($event: ID!, $at: DateTime!) {
  correctKnowledge(event: $event, knownAt: $at, reason: "Anruf der Leitstelle") { knownAt } }`;
const knownAt = (event: number, at: string) => manager.run(correct, { event: String(event), at });
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const dispatch = `mutation ($id: ID!, $at: DateTime!, $progress: Boolean, $text: String) {
  recordDispatch(id: $id, at: $at, way: PORTAL, reference: "BSI-7", text: $text, isProgress: $progress) { state } }`;
const waive = 'mutation ($id: ID!) { waiveDeadline(id: $id, reason: "Kein erheblicher Vorfall") { state } }';
const step = (name: string) => `mutation ($id: ID!) { ${name}Event(id: $id) { id } }`;

interface Job {
  name: string;
  to: unknown;
  identifier?: string;
  exercise?: boolean;
}
/** Returns and removes the reminders of one event or task. */
async function takeJobs(marks: string): Promise<Job[]> {
  const { rows } = await sql<{ name: string; data: Job }>`
    delete from pgboss.job where name in ('system_mail', 'duty_push') and data::text like ${`%${marks}%`}
    returning name, data`.execute(db);
  return rows.map(({ name, data }) => ({ ...data, name }));
}
const remind = () => Promise.all([remindOfDeadlines(server.app), remindOfDeadlines(server.app)]);

test('the preset of section 32 BSIG starts three deadlines, of which the last counts a month from the dispatch', async () => {
  const type = await typeWithPreset();
  await assert.rejects(administrator.run(preset, { type: String(type) }), /error_in_use/);
  const event = await begin(type);
  await knownAt(event, '2026-01-29T09:00:00Z');
  const { deadlines } = await deadlinesOf(event);
  assert.deepEqual(
    deadlines.map(({ dueAt, countsFrom, state }: Record<string, unknown>) => [dueAt, countsFrom, state]),
    [
      ['2026-01-30T09:00:00.000Z', 'KNOWLEDGE', 'OVERDUE'],
      ['2026-02-01T09:00:00.000Z', 'KNOWLEDGE', 'OVERDUE'],
      [null, 'DISPATCH', 'WAITING'],
    ],
  );
  assert.match(deadlines[2].after.name, /^Meldung/);
  await manager.run(dispatch, { id: deadlines[1].id, at: '2026-01-31T23:30:00Z' });
  // 1 February, 00:30 in Berlin; a month later there
  assert.equal((await deadlineOf(event, /^Abschluss/)).dueAt, '2026-02-28T23:30:00.000Z');
  assert.deepEqual((await logOf(event)).slice(-3), ['deadlines_begun', 'knowledge_corrected', 'deadline_reported']);
});

test('a month after 31 January ends on the last day of February, also across the change of the clock', async () => {
  const event = await begin(await typeWithPreset());
  await knownAt(event, '2026-01-30T09:00:00Z');
  const { id } = await deadlineOf(event, /^Meldung/);
  await manager.run(dispatch, { id, at: '2026-01-31T12:00:00Z' });
  const last = await deadlineOf(event, /^Abschluss/);
  assert.equal(last.dueAt, '2026-02-28T12:00:00.000Z');
  const spring = await begin(await typeWithPreset());
  await knownAt(spring, '2026-03-14T09:00:00Z');
  await manager.run(dispatch, { id: (await deadlineOf(spring, /^Meldung/)).id, at: '2026-03-15T11:00:00Z' });
  assert.equal((await deadlineOf(spring, /^Abschluss/)).dueAt, '2026-04-15T10:00:00.000Z', 'noon in Berlin');
});

test('a proof of dispatch never changes, not even in the database; additions are kept beside it', async () => {
  const event = await begin(await typeWithPreset());
  const { id, _id } = await deadlineOf(event, /^Frühe/);
  await assert.rejects(manager.run(dispatch, { id, at: hoursAgo(-1) }), /error_deadline_future/);
  await assert.rejects(manager.run(dispatch, { id, at: hoursAgo(5) }), /error_deadline_early/);
  await assert.rejects(manager.run(dispatch, { id, at: hoursAgo(0), progress: true }), /error_deadline_progress/);
  const adding = 'mutation ($id: ID!) { addToDispatch(id: $id, text: "Eingang bestätigt") { id } }';
  await assert.rejects(manager.run(adding, { id }), /error_deadline_open/);
  await manager.run(dispatch, { id, at: hoursAgo(0), text: 'Server verschlüsselt' });
  await manager.run(adding, { id });
  for (const again of [() => manager.run(dispatch, { id, at: hoursAgo(0) }), () => manager.run(waive, { id })])
    await assert.rejects(again, /error_deadline_reported/);
  await assert.rejects(knownAt(event, hoursAgo(3)), /error_deadline_reported/);
  await assert.rejects(
    db.updateTable('deadlines').set({ reference: 'gefälscht' }).where('id', '=', _id).execute(),
    /never changes/,
  );
  assert.partialDeepStrictEqual(await deadlineOf(event, /^Frühe/), {
    state: 'REPORTED',
    way: 'PORTAL',
    reference: 'BSI-7',
    report: 'Server verschlüsselt',
    additions: [{ text: 'Eingang bestätigt' }],
  });
  const entry = await db
    .selectFrom('logEntries')
    .select('data')
    .where('eventId', '=', event)
    .where('kind', '=', 'deadline_reported')
    .executeTakeFirstOrThrow();
  const textHash = sha256('Server verschlüsselt').toString('hex');
  assert.partialDeepStrictEqual(entry.data, { textHash, isLate: false, reference: 'BSI-7' });
});

test('reminds once four hours before the end, by mail and push, and of a corrected time again', async () => {
  const event = await begin(await typeWithPreset());
  const marks = `/event/${event}/deadlines`;
  await addDevice(
    server.app,
    { userId: manager.userId! },
    {
      kind: 'webpush',
      address: `https://push.example.org/${event}`,
      keys: { auth: 'a', p256dh: 'b' },
      name: 'Telefon',
    },
  );
  await remind();
  assert.deepEqual(await takeJobs(marks), [], 'not yet');
  await knownAt(event, hoursAgo(20.5));
  const { id, _id, state } = await deadlineOf(event, /^Frühe/);
  assert.equal(state, 'DUE_SOON');
  await remind();
  const mails = await takeJobs(marks);
  assert.equal(mails.filter(({ to }) => to === manager.userId).length, 1);
  assert.ok(mails.every(({ identifier, exercise }) => identifier === 'deadline_due' && !exercise));
  const pushes = await takeJobs(`"deadline": ${_id}}`);
  assert.deepEqual(
    pushes.map(({ name }) => name),
    ['duty_push'],
  );
  await remind();
  assert.deepEqual(await takeJobs(marks), [], 'once');
  await knownAt(event, hoursAgo(21));
  await remind();
  assert.ok((await takeJobs(marks)).length > 0, 'another end');
  await knownAt(event, hoursAgo(22));
  await manager.run(waive, { id });
  await remind();
  assert.deepEqual(await takeJobs(marks), [], 'not required');
  await manager.run('mutation ($id: ID!) { resumeDeadline(id: $id) { state } }', { id });
  await remind();
  assert.ok((await takeJobs(marks)).length > 0, 'required after all');
});

test('goes on after the event is finished and archived, and keeps it from being deleted', async () => {
  const event = await begin(await typeWithPreset());
  await manager.run(step('finish'), { id: String(event) });
  await administrator.run(step('archive'), { id: String(event) });
  await assert.rejects(administrator.run(step('delete'), { id: String(event) }), /error_event_deadlines/);
  await knownAt(event, hoursAgo(70));
  await remind();
  assert.equal((await takeJobs(`/event/${event}/deadlines`)).filter(({ to }) => to === manager.userId).length, 2);
  const { waiting } = await manager.run('{ waiting { deadlines { event { _id } } } }');
  assert.ok(
    waiting.deadlines.length === 20 ||
      waiting.deadlines.some((one: { event: { _id: number } }) => one.event._id === event),
  );
  for (const name of [/^Frühe/, /^Meldung/]) {
    await manager.run(dispatch, { id: (await deadlineOf(event, name)).id, at: hoursAgo(0) });
  }
  assert.equal((await deadlineOf(event, /^Abschluss/)).state, 'RUNNING');
  await manager.run(waive, { id: (await deadlineOf(event, /^Abschluss/)).id });
  await administrator.run(step('delete'), { id: String(event) });
});

test('a progress report while the event runs makes the final report due a month after its end', async () => {
  const event = await begin(await typeWithPreset());
  await manager.run(dispatch, { id: (await deadlineOf(event, /^Meldung/)).id, at: hoursAgo(0) });
  await manager.run(dispatch, { id: (await deadlineOf(event, /^Abschluss/)).id, at: hoursAgo(0), progress: true });
  const final = async () =>
    (await deadlinesOf(event)).deadlines.find(({ countsFrom }: { countsFrom: string }) => countsFrom === 'END');
  assert.partialDeepStrictEqual(await final(), { state: 'WAITING', dueAt: null });
  await manager.run(step('finish'), { id: String(event) });
  const { rows } = await sql<{ fits: boolean }>`
    select ${(await final()).dueAt}::timestamptz = date_trunc('milliseconds',
      (finished_at at time zone 'Europe/Berlin' + interval '1 month') at time zone 'Europe/Berlin') as fits
    from events where id = ${event}`.execute(db);
  assert.ok(rows[0]!.fits);
  await manager.run(step('continue'), { id: String(event) });
  assert.equal((await final()).dueAt, null);
});

test('a change of the type keeps its deadlines and asks for no report twice', async () => {
  const event = await begin(await typeWithPreset());
  const change = 'mutation ($input: UpdateEventInput!) { updateEvent(input: $input) { id } }';
  for (const type of [(await createEventType(db)).id, await typeWithPreset()]) {
    await manager.run(change, { input: { id: String(event), eventType: String(type) } });
    assert.equal((await deadlinesOf(event)).deadlines.length, 3);
  }
});

test('an exercise has deadlines that only the exercise mailbox reminds of, and can be deleted', async () => {
  const event = await begin(await typeWithPreset(), { mode: 'EXERCISE' });
  await knownAt(event, hoursAgo(21));
  await remind();
  const jobs = await takeJobs(`/event/${event}/deadlines`);
  assert.ok(jobs.length > 0 && jobs.every(({ name, exercise }) => name === 'system_mail' && exercise));
  const { id } = await deadlineOf(event, /^Frühe/);
  const { deadline } = await manager.run('query ($id: ID!) { deadline(id: $id) { suggestion } }', { id });
  assert.match(deadline.suggestion, /^ÜBUNG/);
  await knownAt(event, hoursAgo(22));
  await manager.run(step('finish'), { id: String(event) });
  await remind();
  assert.deepEqual(await takeJobs(`/event/${event}/deadlines`), [], 'the exercise is over');
  await administrator.run(step('delete'), { id: String(event) });
  assert.equal((await manager.run('query ($id: ID!) { deadline(id: $id) { id } }', { id })).deadline, null);
});

test('a suggested draft has facts, questions and log, and names what is not known; a saved one is not overwritten', async () => {
  const event = await begin(await typeWithPreset(), { description: 'Drei Server betroffen' });
  await manager.run('mutation ($event: ID!) { addLogEntry(event: $event, text: "Netz getrennt") { id } }', {
    event: String(event),
  });
  const { id, version } = await deadlineOf(event, /^Frühe/);
  const { deadline } = await manager.run('query ($id: ID!) { deadline(id: $id) { suggestion draft } }', { id });
  assert.equal(deadline.draft, null);
  for (const words of [
    /Drei Server betroffen/,
    /Netz getrennt/,
    /böswillige[^\n]*\nnoch nicht bekannt/,
    /Ort: noch nicht bekannt/,
  ])
    assert.match(deadline.suggestion, words);
  const save = 'mutation ($id: ID!, $v: Int!) { saveDeadlineDraft(id: $id, text: "Entwurf", version: $v) { draft } }';
  assert.equal((await manager.run(save, { id, v: version })).saveDeadlineDraft.draft, 'Entwurf');
  await assert.rejects(manager.run(save, { id, v: version }), /error_changed_meanwhile/);
});

test('rules need one length and an earlier report of the same type', async () => {
  const [type, other] = [await createEventType(db), await createEventType(db)];
  const create = 'mutation ($i: CreateDeadlineRuleInput!) { createDeadlineRule(input: $i) { id _id } }';
  const update = 'mutation ($i: UpdateDeadlineRuleInput!) { updateDeadlineRule(input: $i) { id } }';
  const rule = { name: 'Erste', eventType: String(type.id) };
  const add = async (i: object) => (await administrator.run(create, { i: { ...rule, ...i } })).createDeadlineRule;
  for (const lengths of [{}, { hours: 1, months: 1 }]) await assert.rejects(add(lengths), /error_deadline_length/);
  const first = await add({ hours: 24 });
  const second = await add({ name: 'Zweite', months: 1, after: first.id });
  await assert.rejects(add({ hours: 1, eventType: String(other.id), after: first.id }), /error_deadline_order/);
  await assert.rejects(administrator.run(update, { i: { id: first.id, after: second.id } }), /error_deadline_order/);
});

test('the owner of an overdue task is notified once: by push, or by mail without a device', async () => {
  const event = await begin((await createEventType(db)).id);
  const [reached, without] = [await createPerson(db), await createPerson(db)];
  await addDevice(
    server.app,
    { personId: reached.id },
    {
      kind: 'webpush',
      address: `https://push.example.org/task/${event}`,
      keys: { auth: 'a', p256dh: 'b' },
      name: 'Telefon',
    },
  );
  const task = async (personId: number, more: object = {}) =>
    (
      await db
        .insertInto('tasks')
        .values({ eventId: event, text: 'Tore schließen', personId, dueAt: new Date(Date.now() - 60_000), ...more })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const pushed = await task(reached.id);
  await task(without.id);
  const done = await task(reached.id, { doneAt: new Date() });
  await Promise.all([remindOfTasks(server.app), remindOfTasks(server.app)]);
  assert.deepEqual(
    (await takeJobs(`{"task": ${pushed}}`)).map(({ name }) => name),
    ['duty_push'],
  );
  assert.deepEqual(await takeJobs(`{"task": ${done}}`), []);
  const mails = await takeJobs(`/event/${event}"`);
  assert.deepEqual(
    mails.map(({ identifier, to }) => [identifier, to]),
    [['task_overdue', { personId: without.id }]],
  );
  await remindOfTasks(server.app);
  assert.deepEqual(await takeJobs(`{"task": ${pushed}}`), []);
});

test('an overdue task of a person who left notifies the user who added it, and a rejected device counts as none', async () => {
  const event = await begin((await createEventType(db)).id);
  const [gone, rejected] = [await createPerson(db), await createPerson(db)];
  await db.updateTable('people').set({ isActive: false }).where('id', '=', gone.id).execute();
  await addDevice(
    server.app,
    { personId: rejected.id },
    {
      kind: 'webpush',
      address: `https://push.example.org/gone/${event}`,
      keys: { auth: 'a', p256dh: 'b' },
      name: 'Uhr',
    },
  );
  await db.updateTable('devices').set({ refusedAt: new Date() }).where('personId', '=', rejected.id).execute();
  const dueAt = new Date(Date.now() - 60_000);
  await db
    .insertInto('tasks')
    .values(
      [gone, rejected].map(({ id }) => ({
        eventId: event,
        text: 'Lage melden',
        personId: id,
        dueAt,
        insertedBy: administrator.userId!,
      })),
    )
    .execute();
  await remindOfTasks(server.app);
  const mails = await takeJobs(`/event/${event}"`);
  assert.deepEqual(
    new Set(mails.map(({ name, to }) => JSON.stringify([name, to]))),
    new Set([administrator.userId, { personId: rejected.id }].map((to) => JSON.stringify(['system_mail', to]))),
  );
});
