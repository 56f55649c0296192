import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { createEvent, createEventType, createMailingList, createPerson } from '#testing/factories.ts';
import { deliver, settle } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { endDueDrills } from './end-due.ts';
import { readPlan, sealPlan } from './sealed-plan.ts';
import { startDueDrills } from './start-due.ts';

let server: TestServer;
let db: Db;
let author: TestClient;
let other: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  [author, other] = [await server.as('crisis_manager'), await server.as('crisis_manager', 'administrator')];
});
after(() => server.stop());

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const own = `{ ownDrills { id state reason event { _id mode isRunning } plan { fromDay weekdays minutes eventType { _id } } } }`;
interface Shown {
  id: string;
  state: string;
  reason: string | null;
}

const drillsOf = async (client: TestClient): Promise<Shown[]> => (await client.run(own)).ownDrills;
const drillOf = async (id: string) => (await drillsOf(author)).find((drill) => drill.id === id)!;

async function plan(client = author, given: Record<string, unknown> = {}) {
  const people = [await createPerson(db), await createPerson(db)].map(({ id }) => id);
  const list = await createMailingList(db, { people });
  const type = await createEventType(db, { lists: [list.id] });
  const input = {
    ...{ eventType: String(type.id), fromDay: day(2), untilDay: day(40), weekdays: [1, 2, 3, 4, 5, 6, 7] },
    ...{ fromTime: '00:00', untilTime: '00:00', minutes: 30, ...given },
  };
  const mutation = 'mutation ($input: DrillInput!) { planDrill(input: $input) { id state } }';
  const { planDrill } = await client.run(mutation, { input });
  return { id: planDrill.id as string, type: type.id, people };
}

/** In minutes from now. */
async function setMoment(id: string, minutes: number, more: object = {}): Promise<void> {
  const { plan: sealed } = await db.selectFrom('drills').select('plan').where('id', '=', id).executeTakeFirstOrThrow();
  const known = readPlan(server.app.secrets, id, sealed)!;
  const startAt = new Date(Date.now() + minutes * 60_000).toISOString();
  const changed = sealPlan(server.app.secrets, id, { ...known, ...more, startAt });
  await db.updateTable('drills').set({ plan: changed }).where('id', '=', id).execute();
}

const run = async () => {
  await startDueDrills(server.app);
  await endDueDrills(server.app, sql`clock_timestamp()`);
};

const eventsOf = async (type: number) => db.selectFrom('events').selectAll().where('eventTypeId', '=', type).execute();

async function mailsTo({ userId }: TestClient): Promise<string[]> {
  const { rows } = await sql<{ result: string }>`
    select data->'values'->>'drill.result' as result from pgboss.job where name = 'system_mail'
      and data->>'identifier' = 'drill_ended' and data->>'to' = ${String(userId)} order by created_on, id`.execute(db);
  return rows.map(({ result }) => result);
}

const audited = async () =>
  await db.selectFrom('auditEntries').select(['byUserId', 'rowId', 'after']).where('type', '=', 'Drill').execute();

test('only its author sees a planned drill, without the moment, and can cancel it', async () => {
  const { id, type } = await plan();
  const [drill] = await drillsOf(author);
  assert.partialDeepStrictEqual(drill, {
    id,
    state: 'planned',
    event: null,
    plan: { minutes: 30, eventType: { _id: type } },
  });
  assert.deepEqual(await drillsOf(other), []);
  const cancel = (client: TestClient) => client.send('mutation ($id: ID!) { cancelDrill(id: $id) }', { id });
  assert.equal((await cancel(other)).errors![0]!.message, 'error_not_found');
  const stored = await db.selectFrom('drills').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  assert.doesNotMatch(stored.plan.toString('latin1'), /20\d\d-\d\d-\d\d|startAt/);
  assert.deepEqual(await audited(), []);
  const { rows: jobs } = await sql`select from pgboss.job where data::text like ${`%${id}%`}`.execute(db);
  assert.equal(jobs.length, 0);
  assert.deepEqual((await cancel(author)).data, { cancelDrill: true });
  assert.deepEqual(await drillsOf(author), []);
  assert.deepEqual(await audited(), []);
});

test('a window needs an hour to come, and its values are checked', async () => {
  const refused = async (given: object) => {
    const { errors } = await author.send('mutation ($input: DrillInput!) { planDrill(input: $input) { id } }', {
      input: {
        ...{
          eventType: String((await createEventType(db)).id),
          fromDay: day(1),
          untilDay: day(9),
          weekdays: [1, 2, 3, 4, 5],
        },
        ...{ fromTime: '08:00', untilTime: '16:00', minutes: 60, ...given },
      },
    });
    return errors?.[0]?.message;
  };
  assert.equal(await refused({ fromDay: day(-9), untilDay: day(-3) }), 'error_drill_window');
  const monday = { weekdays: [1, 2, 3, 4, 5, 6, 7], fromTime: '10:00', untilTime: '10:59', untilDay: day(1) };
  assert.equal(await refused(monday), 'error_drill_window');
  for (const wrong of [
    { fromDay: '2027-02-30' },
    { untilDay: day(0) },
    { untilDay: day(400) },
    { weekdays: [] },
    { weekdays: [8] },
    { fromTime: '8:00' },
    { untilTime: '24:00' },
    { minutes: 4 },
    { minutes: 481 },
  ])
    assert.equal(await refused(wrong), 'error_invalid_input', JSON.stringify(wrong));
});

test('starts once as an exercise, shows in the audit log, and ends with a result for its author', async () => {
  const { id, type, people } = await plan();
  await run();
  assert.deepEqual(await eventsOf(type), [], 'its moment has not come');
  await setMoment(id, -1);
  await Promise.all([run(), run(), run()]);
  const [event, ...more] = await eventsOf(type);
  assert.equal(more.length, 0);
  assert.partialDeepStrictEqual(event, { mode: 'EXERCISE', isRunning: true, insertedBy: Number(author.userId) });
  assert.match(event!.description!, /^Unangekündigte Übung/);
  await settle(server.app);
  const { rows: messages } = await sql<{ id: number; content: string }>`
    select m.id, m.content from messages m join reports r on r.id = m.report_id
    where r.event_id = ${event!.id} and m.launched_at is not null order by m.id`.execute(db);
  assert.ok(messages.length > 0);
  for (const message of messages) assert.match(message.content, /Unangekündigte Übung/);
  const [entry, ...others] = (await audited()).filter(({ rowId }) => rowId === event!.id);
  assert.equal(others.length, 0);
  assert.equal(entry!.byUserId, Number(author.userId));
  assert.doesNotMatch(JSON.stringify(entry), /startAt/);
  for (const { id: message } of messages) await deliver(db, message);
  await run();
  assert.equal((await drillOf(id)).state, 'running');
  await db.updateTable('drills').set({ endsAt: sql`now()` }).where('id', '=', id).execute();
  await Promise.all([run(), run()]);
  assert.partialDeepStrictEqual(await drillOf(id), { state: 'done', reason: null, event: { isRunning: false } });
  const mails = (await mailsTo(author)).filter((text) => text.includes(`Gefragt: ${people.length}`));
  assert.equal(mails.length, 1);
  assert.match(mails[0]!, /Personen im Verteiler: 2\nGefragt: 2\nÜbergeben: 2\nGeantwortet: 0\nKommen: 0/);
  assert.deepEqual(await mailsTo(other), []);
});

test('a process that ends between launching and marking leaves nothing, and the drill starts once afterwards', async () => {
  const { id, type } = await plan();
  await setMoment(id, -1);
  await sql`alter table drills add constraint cut_off check (state <> 'running') not valid`.execute(db);
  await run();
  assert.deepEqual(await eventsOf(type), []);
  assert.equal((await drillOf(id)).state, 'planned');
  await sql`alter table drills drop constraint cut_off`.execute(db);
  await run();
  await run();
  assert.equal((await eventsOf(type)).length, 1);
  await author.run('mutation ($id: ID!) { cancelDrill(id: $id) }', { id });
  assert.partialDeepStrictEqual(await drillOf(id), { state: 'done', reason: 'cancelled', event: { isRunning: false } });
});

test('is not started late, nor by a copy', async () => {
  const [late, held] = [await plan(), await plan()];
  await setMoment(late.id, -4);
  await setMoment(held.id, -1);
  await sql`update installation set held_at = now(), held_why = 'copied'`.execute(db);
  await run();
  assert.deepEqual([(await drillOf(late.id)).state, (await drillOf(held.id)).state], ['planned', 'planned']);
  await sql`update installation set held_at = null, held_why = null`.execute(db);
  await setMoment(held.id, -60);
  await run();
  for (const { id, type } of [late, held]) {
    assert.partialDeepStrictEqual(await drillOf(id), { state: 'dropped', reason: 'missed' });
    assert.deepEqual(await eventsOf(type), []);
  }
});

test('waits for the end of a real event, and one that begins ends it', async () => {
  const [postponed, last, running] = [await plan(), await plan(), await plan()];
  await setMoment(running.id, -1);
  await run();
  const real = await createEvent(db, { mode: 'LIVE', isRunning: true });
  await setMoment(postponed.id, -1);
  await setMoment(last.id, -1, { untilDay: day(-2), fromDay: day(-3) });
  await run();
  assert.partialDeepStrictEqual(await drillOf(running.id), { state: 'done', reason: 'real_event' });
  assert.partialDeepStrictEqual(await drillOf(last.id), { state: 'dropped', reason: 'real_event' });
  assert.equal((await drillOf(postponed.id)).state, 'planned');
  const { plan: sealed } = await db
    .selectFrom('drills')
    .select('plan')
    .where('id', '=', postponed.id)
    .executeTakeFirstOrThrow();
  const { startAt } = readPlan(server.app.secrets, postponed.id, sealed)!;
  assert.ok(Date.parse(startAt) > Date.now() + 3_600_000, 'in the window, which begins the day after tomorrow');
  assert.equal((await mailsTo(author)).filter((text) => text.startsWith('Bis zum Ende des Zeitraums')).length, 1);
  await db.updateTable('events').set({ isRunning: false }).where('id', '=', real.id).execute();
  for (const { type } of [postponed, last]) assert.deepEqual(await eventsOf(type), []);
  await author.run('mutation ($id: ID!) { cancelDrill(id: $id) }', { id: postponed.id });
});

test('is dropped when its author is deactivated or loses the right, and when nothing can be sent', async () => {
  const [gone, moved] = [await server.as('crisis_manager'), await server.as('crisis_manager')];
  const [first, second, third] = [await plan(gone), await plan(moved), await plan()];
  await db.updateTable('users').set({ isActive: false }).where('id', '=', Number(gone.userId)).execute();
  await db
    .updateTable('users')
    .set({ roles: ['editor'] })
    .where('id', '=', Number(moved.userId))
    .execute();
  await setMoment(third.id, -1);
  await db.updateTable('people').set({ isActive: false }).where('id', 'in', third.people).execute();
  await run();
  const reasons = await db
    .selectFrom('drills')
    .select(['state', 'reason'])
    .where('id', 'in', [first.id, second.id])
    .execute();
  assert.deepEqual(reasons, Array(2).fill({ state: 'dropped', reason: 'author' }));
  assert.partialDeepStrictEqual(await drillOf(third.id), { state: 'dropped', reason: 'error_no_recipients' });
  for (const { type } of [first, second, third]) assert.deepEqual(await eventsOf(type), []);
  assert.deepEqual([(await mailsTo(gone)).length, (await mailsTo(moved)).length], [0, 1]);
});
