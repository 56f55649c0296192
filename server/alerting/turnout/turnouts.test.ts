import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { createEvent, createGroup, createMailingList, createPerson, createReport } from '#testing/factories.ts';
import { createChannel, createDraft, deliver, passMinutes, settle } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { countTurnouts } from './count-turnouts.ts';
import type { DayPart } from './day-part.ts';
import { experienceOf } from './experience.ts';
import { learn, type PastAlarm } from './learn.ts';

let server: TestServer;
let db: Db;
let manager: TestClient;
let sms: number;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  manager = await server.as('crisis_manager');
  sms = (await createChannel(db, 'sms')).id;
});
after(() => server.stop());

let numbers = 0;
async function people(count: number): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < count) {
    ids.push((await createPerson(db, { mobile: `+49151${String(++numbers).padStart(8, '0')}` })).id);
  }
  return ids;
}

interface Alarm {
  lists?: number[];
  people?: number[];
  mode?: 'LIVE' | 'EXERCISE';
  type?: string;
  channelId?: number;
  question?: 'ARRIVAL' | 'SAFETY';
}

let keys = 0;
async function launch({ mode = 'LIVE', type = 'activation', channelId = sms, question, ...chosen }: Alarm) {
  const event = await createEvent(db, { mode });
  const report = await createReport(db, { eventId: event.id, type });
  const message = await createDraft(db, { reportId: report.id, channelId, requestAnswer: true, ...chosen });
  const ask = 'mutation ($i: UpdateReportInput!) { updateReport(input: $i) { _id } }';
  if (question) await manager.run(ask, { i: { id: String(report.id), question } });
  const send = 'mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { _id } }';
  await manager.run(send, { id: String(report.id), key: `turnout-${++keys}` });
  await db.updateTable('messages').set({ releaseAt: new Date() }).where('id', '=', message.id).execute();
  await settle(server.app);
  await deliver(db, message.id);
  return { report: report.id, message: message.id };
}

async function answer(messageId: number, personId: number, option: '1' | '2' | '3') {
  const row = await db
    .selectFrom('messageRecipients')
    .select('id')
    .where('messageId', '=', messageId)
    .where('personId', '=', personId)
    .executeTakeFirstOrThrow();
  const record = 'mutation ($id: ID!, $option: String!) { recordAnswer(recipient: $id, option: $option) { status } }';
  await manager.run(record, { id: String(row.id), option });
  await settle(server.app);
}

/** Lets minutes pass, with due work. */
async function pass(report: number, minutes: number) {
  await passMinutes(db, report, minutes);
  await sql`update messages set launched_at = launched_at - make_interval(mins => ${minutes}),
    finished_at = finished_at - make_interval(mins => ${minutes}) where report_id = ${report}`.execute(db);
  await sql`update cascades set finished_at = finished_at - make_interval(mins => ${minutes})
    where report_id = ${report}`.execute(db);
  await settle(server.app);
}

async function turnoutsOf(report: number) {
  await countTurnouts(db);
  return db
    .selectFrom('turnouts')
    .select(['groupId', 'asked', 'came'])
    .where('reportId', '=', report)
    .orderBy('groupId')
    .execute();
}

test('the end of an alarm counts once how many people the alarm asked and how many came in time', async () => {
  const [a, b, c, d] = (await people(4)) as [number, number, number, number];
  const { report, message } = await launch({ people: [a, b, c, d] });
  await answer(message, a, '1');
  await answer(message, b, '1');
  await answer(message, b, '2'); // the newest holds
  assert.deepEqual(await turnoutsOf(report), [], 'the time to answer is not over');
  await pass(report, 31);
  await answer(message, c, '1'); // too late
  assert.deepEqual(await turnoutsOf(report), [{ groupId: null, asked: 4, came: 1 }]);
  await answer(message, d, '1');
  await db.updateTable('messages').set({ countedAt: null }).where('id', '=', message).execute();
  assert.deepEqual(await turnoutsOf(report), [{ groupId: null, asked: 4, came: 1 }], 'once');
});

test('counts no roll call, whose answers do not say who comes', async () => {
  const [a, b] = (await people(2)) as [number, number];
  const { report, message } = await launch({ people: [a, b], question: 'SAFETY' });
  await answer(message, a, '1');
  await answer(message, b, '2');
  await pass(report, 31);
  assert.deepEqual(await turnoutsOf(report), []);
  const { countedAt } = await db
    .selectFrom('messages')
    .select('countedAt')
    .where('id', '=', message)
    .executeTakeFirstOrThrow();
  assert.ok(countedAt, 'it is not looked at again');
});

test('a stop limit counts asked people, except those its end cut short', async () => {
  const [a, b, c, d, e, f] = (await people(6)) as [number, number, number, number, number, number];
  const group = await createGroup(db, { members: [a, b, c, d, e, f] });
  const list = await createMailingList(db, { groups: [{ id: group.id, stopLimit: 2, waitMinutes: 5 }] });
  const { report, message } = await launch({ lists: [list.id] });
  await answer(message, a, '2'); // c is asked
  await pass(report, 6); // b and c said nothing: d and e are asked
  await deliver(db, message);
  await answer(message, b, '1');
  await answer(message, d, '1'); // enough: e had no time to answer, f was never asked
  await pass(report, 31);
  assert.deepEqual(await turnoutsOf(report), [{ groupId: group.id, asked: 4, came: 2 }]);
});

test('exercises, information and alarms stopped at once add no experience', async () => {
  const [a, b] = (await people(2)) as [number, number];
  const exercise = await launch({ people: [a, b], mode: 'EXERCISE' });
  const information = await launch({ people: [a, b], type: 'staff_information' });
  const stopped = await launch({ people: [a, b] });
  await answer(stopped.message, a, '1');
  await db
    .updateTable('messages')
    .set({ status: 'cancelled', finishedAt: new Date() })
    .where('id', '=', stopped.message)
    .execute();
  for (const { report } of [exercise, information, stopped]) await pass(report, 31);
  for (const { report } of [exercise, information, stopped]) assert.deepEqual(await turnoutsOf(report), []);
});

const preflight = `query ($id: ID!) { preflightReport(report: $id) { warnings
  likely { asked from to minutes alarms }
  limits { group { _id } needed available isLikelyEnough likely { asked from to minutes alarms } } } }`;

async function draft(lists: number[]) {
  const report = await createReport(db, { eventId: (await createEvent(db)).id });
  await createDraft(db, { reportId: report.id, channelId: sms, lists, requestAnswer: true });
  return report.id;
}

/** Makes it two o'clock at night by time zone. */
async function makeNight(): Promise<DayPart> {
  const hours = 2 - new Date().getUTCHours();
  const ahead = hours < -12 ? hours + 24 : hours;
  const valueStr = `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
  await db.updateTable('systemSettings').set({ valueStr }).where('valueKey', '=', 'time_zone').execute();
  return 'night';
}

test('the preflight uses alarms replayed through the database, and warns if too few come', async () => {
  await db.deleteFrom('turnouts').execute();
  const part = await makeNight();
  const members = await people(12);
  const group = await createGroup(db, { members });
  const list = await createMailingList(db, { groups: [{ id: group.id, stopLimit: 12, waitMinutes: 30 }] });
  const few = await createMailingList(db, { groups: [{ id: group.id, stopLimit: 1, waitMinutes: 2 }] });
  const [all, one] = [await draft([list.id]), await draft([few.id])];
  const ask = async (id: number) => (await manager.run(preflight, { id: String(id) })).preflightReport;
  const past: PastAlarm[] = [];
  const warned: boolean[] = [];
  for (const came of [1, 0, 2, 1, 1, 0, 1, 2]) {
    const { from, to } = learn(past).forecast({ people: 12, groupId: group.id, part });
    const { limits, warnings } = await ask(all);
    assert.deepEqual(limits, [
      {
        group: { _id: group.id },
        needed: 12,
        available: 12,
        isLikelyEnough: false,
        likely: { asked: 12, from, to, minutes: 30, alarms: past.length },
      },
    ]);
    assert.ok(warnings.includes('warning_limit_unlikely'));
    warned.push((await ask(one)).warnings.includes('warning_limit_unlikely'));
    const { report, message } = await launch({ lists: [list.id] });
    for (const person of members.slice(0, came)) await answer(message, person, '1');
    for (const person of members.slice(came, came + 3)) await answer(message, person, '2');
    await pass(report, 31); // no one is left to ask
    await pass(report, 31);
    assert.deepEqual(await turnoutsOf(report), [{ groupId: group.id, asked: 12, came }]);
    past.push({ part, turnouts: [{ groupId: group.id, asked: 12, came }] });
  }
  assert.deepEqual([warned[0], warned.at(-1)], [false, true], 'one of twelve is no longer calm');
  const { to } = (await ask(all)).limits[0].likely;
  assert.ok(to <= 4, `${to}`);
});

test('the forecast of fewer than five people does not depend on what they did', async () => {
  await db.deleteFrom('turnouts').execute();
  await makeNight();
  const [silent, unknown] = [
    await createGroup(db, { members: await people(3) }),
    await createGroup(db, { members: await people(3) }),
  ];
  for (let n = 1; n <= 30; n++)
    await sql`
      insert into turnouts (report_id, group_id, at, asked, came)
      values (${n}, ${silent.id}, date_trunc('hour', now()) - make_interval(days => ${n}::int), 3, 0)`.execute(db);
  const limit = { stopLimit: 3, waitMinutes: 30 };
  const list = await createMailingList(db, { groups: [silent, unknown].map(({ id }) => ({ id, ...limit })) });
  const { preflightReport } = await manager.run(preflight, { id: String(await draft([list.id])) });
  const [one, other] = preflightReport.limits;
  assert.deepEqual(one.likely, other.likely);
});

test('learning alarm by alarm equals learning all at once, in any order; old ones drop out', async () => {
  await db.deleteFrom('turnouts').execute();
  const part = await makeNight();
  const night = (await db.selectNoFrom(sql<Date>`date_trunc('hour', now())`.as('at')).executeTakeFirstOrThrow()).at;
  const ago = (days: number) => new Date(night.getTime() - days * 86_400_000);
  const store = (reportId: number, at: Date, came: number) =>
    db.insertInto('turnouts').values({ reportId, groupId: null, at, asked: 20, came }).execute();
  const known: { at: Date; alarm: PastAlarm }[] = [];
  for (const [reportId, days, came] of [
    [1, 7, 2],
    [2, 5, 18],
    [3, 9, 20],
    [4, 3, 1],
  ] as const) {
    await store(reportId, ago(days), came);
    known.push({ at: ago(days), alarm: { part, turnouts: [{ groupId: null, asked: 20, came }] } });
    const all = known.toSorted((a, b) => a.at.getTime() - b.at.getTime()).map(({ alarm }) => alarm);
    const asked = { people: 40, groupId: null, part };
    const found = await Promise.all([1, 2, 3].map(() => experienceOf(db)));
    const expected = learn(all).forecast(asked);
    for (const { experience } of found) {
      const { from, to } = experience.forecast(asked);
      assert.deepEqual([from, to, experience.alarms], [expected.from, expected.to, all.length]);
    }
  }
  for (let reportId = 5; reportId <= 401; reportId++) await store(reportId, ago(2), 7);
  assert.equal((await experienceOf(db)).experience.alarms, 301);
});

test('an alarm without stop limits shows the likely number that come; information shows none', async () => {
  const chosen = await people(10);
  const about = async (type: string) => {
    const report = await createReport(db, { type });
    await createDraft(db, { reportId: report.id, channelId: sms, people: chosen, requestAnswer: true });
    return (await manager.run(preflight, { id: String(report.id) })).preflightReport.likely;
  };
  assert.partialDeepStrictEqual(await about('activation'), { asked: 10, minutes: 30 });
  assert.equal(await about('staff_information'), null);
});

test('a limit that asks one by one with long waits asks too few in time', async () => {
  const group = await createGroup(db, { members: await people(30) });
  const list = await createMailingList(db, { groups: [{ id: group.id, stopLimit: 4, waitMinutes: 15 }] });
  const { limits } = (await manager.run(preflight, { id: String(await draft([list.id])) })).preflightReport;
  assert.partialDeepStrictEqual(limits[0], { available: 30, isLikelyEnough: false, likely: { asked: 8 } });
});
