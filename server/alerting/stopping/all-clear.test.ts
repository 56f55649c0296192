import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { createEvent, createGroup, createMailingList, createPerson, createReport } from '#testing/factories.ts';
import { type MailAndTexts, startMailAndTexts } from '#testing/mail-and-texts.ts';
import { createDraft, passSeconds, setUndoSeconds } from '#testing/messages.ts';
import type { TestClient } from '#testing/server.ts';
import { until } from '#testing/until.ts';

let all: MailAndTexts;
let db: Db;
let manager: TestClient;
let server: MailAndTexts['server'];
let mails: MailAndTexts['mails'];
let texts: MailAndTexts['texts'];
let mail: MailAndTexts['mail'];
let sms: MailAndTexts['sms'];
before(async () => {
  all = await startMailAndTexts();
  ({ db, manager, server, mails, texts, mail, sms } = all);
});
after(() => all.stop());

let count = 0;
const number = () => `+4915170${String(++count).padStart(6, '0')}`;

/** An alarm by mail, later by SMS; two of six people are asked at first. */
async function raiseAlarm() {
  const people: number[] = [];
  while (people.length < 6) people.push((await createPerson(db, { mobile: number() })).id);
  const group = await createGroup(db, { members: people });
  const list = await createMailingList(db, { groups: [{ id: group.id, stopLimit: 2 }] });
  const { id: eventId } = await createEvent(db);
  const { id: reportId } = await createReport(db, { eventId });
  for (const channelId of [mail, sms.id])
    await createDraft(db, { reportId, channelId, lists: [list.id], requestAnswer: true });
  await send(reportId);
  await until(async () => (await mailed(reportId)).length === 2);
  return { eventId, reportId, people };
}

const send = (report: number) =>
  manager.run('mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { id } }', {
    id: String(report),
    key: `all-clear-${report}-${++count}`,
  });

const allClear = async (event: number): Promise<number> =>
  (await manager.run('mutation ($id: ID!) { createAllClear(event: $id) { _id } }', { id: String(event) }))
    .createAllClear._id;

interface Recipient {
  personId: number;
  status: string;
  reason: string | null;
}

async function recipients(report: number, channel?: number): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select r.person_id, r.status, r.status_reason as reason from message_recipients r join messages m on m.id = r.message_id
    where r.report_id = ${report} and not r.superseded and m.channel_id = coalesce(${channel ?? null}::int, m.channel_id)
    order by r.id`.execute(db);
  return rows;
}

const mailed = async (report: number) => (await recipients(report, mail)).filter(({ status }) => status === 'sent');
const open = ['pending', 'queued', 'sending', 'retrying'];

async function stateOf(event: number, report: number) {
  const { event: one, report: alarm } = await manager.run(
    `query ($event: ID!, $report: ID!) {
      event(id: $event) { allClearAt }
      report(id: $report) { allClearAt answers { goal asked reserve } } }`,
    { event: String(event), report: String(report) },
  );
  return { event: one, alarm };
}

test('an all-clear ends the stop limits, the later steps and the reserve in its own transaction', async () => {
  const { eventId, reportId } = await raiseAlarm();
  const before = texts.taken.length;
  const clear = await allClear(eventId);
  const { preflightReport } = await manager.run(
    `query ($id: ID!) { preflightReport(report: $id) {
      warnings ends { reserve followUps waiting { channel { _id } recipients } } } }`,
    { id: String(clear) },
  );
  assert.ok(!preflightReport.warnings.includes('warning_followed_under_way'), 'nothing to stop first');
  assert.deepEqual(preflightReport.ends, {
    reserve: 4,
    followUps: 0,
    waiting: [{ channel: { _id: sms.id }, recipients: 2 }],
  });
  await send(clear);
  const left = await recipients(reportId);
  assert.deepEqual(
    left.filter(({ status }) => open.includes(status)),
    [],
  );
  assert.equal(left.filter(({ reason }) => reason === 'all_clear').length, 10);
  const { event, alarm } = await stateOf(eventId, reportId);
  assert.ok(alarm.allClearAt);
  assert.equal(event.allClearAt, alarm.allClearAt);
  assert.deepEqual(alarm.answers, { goal: 'over', asked: 2, reserve: 0 });
  await until(async () => (await recipients(clear)).every(({ status }) => status === 'sent'));
  const told = await recipients(clear, mail);
  assert.deepEqual(
    told.map(({ personId }) => personId),
    (await mailed(reportId)).map(({ personId }) => personId),
  );
  assert.deepEqual(await recipients(clear, sms.id), [], 'the SMS of the alarm reached no one');
  await sql`update message_recipients set try_at = try_at - interval '10 minutes' where report_id = ${reportId}`.execute(
    db,
  );
  await sql`update cascade_members set due_at = due_at - interval '1 hour' where asked_at is not null`.execute(db);
  await until(async () => (await recipients(reportId)).every(({ status }) => !open.includes(status)));
  assert.deepEqual(texts.taken.slice(before), []);
});

test('after the all-clear, only the all-clear itself can be sent, retried or corrected', async () => {
  const { eventId, reportId, people } = await raiseAlarm();
  await send(await allClear(eventId));
  const refusal = async (document: string, variables: Record<string, string>) =>
    (await manager.send(document, variables)).errors?.[0]?.message;
  const more = await createDraft(db, { reportId, channelId: mail, people: people.slice(2), requestAnswer: true });
  const key = `late-${more.id}`;
  assert.equal(
    await refusal('mutation ($id: ID!, $key: String!) { sendMessage(id: $id, launchKey: $key) { id } }', {
      id: String(more.id),
      key,
    }),
    'error_all_clear_given',
  );
  const follow = 'mutation ($id: ID!, $kind: FollowUpKind!) { createFollowUp(report: $id, kind: $kind) { _id } }';
  assert.equal(await refusal(follow, { id: String(reportId), kind: 'CORRECTION' }), 'error_all_clear_given');
  const [failed] = await db
    .updateTable('messageRecipients')
    .set({ status: 'failed' })
    .where('reportId', '=', reportId)
    .where('status', '=', 'sent')
    .returning('messageId')
    .execute();
  const retry = 'mutation ($id: ID!, $key: String!) { retryFailedRecipients(message: $id, launchKey: $key) { id } }';
  assert.equal(await refusal(retry, { id: String(failed!.messageId), key: `retry-${key}` }), 'error_all_clear_given');
});

test('an all-clear cancelled before delivery leaves the alarm without one and sends nothing', async () => {
  const { eventId, reportId } = await raiseAlarm();
  await passSeconds(db, reportId, 60);
  await until(async () => (await recipients(reportId, sms.id)).filter(({ status }) => status === 'sent').length === 2);
  await setUndoSeconds(db, 60);
  const clear = await allClear(eventId);
  await send(clear);
  const { rows } = await sql<{ id: number }>`select id from messages where report_id = ${clear} order by id`.execute(
    db,
  );
  for (const { id } of rows) {
    assert.ok((await stateOf(eventId, reportId)).alarm.allClearAt);
    await manager.run('mutation ($id: ID!) { stopMessage(id: $id) { id } }', { id: String(id) });
  }
  const { event, alarm } = await stateOf(eventId, reportId);
  assert.deepEqual([event.allClearAt, alarm.allClearAt], [null, null]);
  assert.deepEqual(
    (await recipients(reportId)).filter(({ status }) => open.includes(status)),
    [],
  );
  await setUndoSeconds(db, 0);
});

test('finishing an event ends its alarms the same way, and continuing it sends nothing', async () => {
  const { eventId, reportId } = await raiseAlarm();
  const run = (field: string) =>
    manager.run(`mutation ($id: ID!) { ${field}(id: $id) { id } }`, { id: String(eventId) });
  await run('finishEvent');
  const ended = await recipients(reportId);
  assert.deepEqual(
    ended.filter(({ status }) => open.includes(status)),
    [],
  );
  assert.equal((await stateOf(eventId, reportId)).alarm.answers.goal, 'over');
  await run('continueEvent');
  assert.deepEqual(await recipients(reportId), ended);
});

/** Creates a follow-up by mail before the SMS; returns its report. */
type Follow = (alarm: { eventId: number; reportId: number }) => Promise<number>;
const draftOnly: Follow = ({ eventId }) => allClear(eventId);

/** An alarm by mail; the second mail is lost after a follow-up, so the SMS falls back. */
async function takenOverAfter(follow: Follow) {
  const [a, b] = [await createPerson(db, { mobile: number() }), await createPerson(db, { mobile: number() })];
  const { rows } = await sql<{ mail: string; phone: string }>`
    select max(value_str) filter (where value_str like '%@%') as mail,
      max(value_str) filter (where value_str like '+%') as phone
    from person_data where person_id = ${b.id}`.execute(db);
  const { mail: address, phone } = rows[0]!;
  let refuse: () => void = () => {};
  const refused = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  mails.mood.hold = (to) => (to === address ? refused : Promise.resolve());
  mails.mood.fate = ({ to }) => (to === address ? '550 5.1.1 no such user' : null);
  const { id: eventId } = await createEvent(db);
  const { id: reportId } = await createReport(db, { eventId });
  await createDraft(db, { reportId, channelId: mail, people: [a.id, b.id], requestAnswer: true });
  await send(reportId);
  await until(async () => (await mailed(reportId)).length === 1);
  const clear = await follow({ eventId, reportId });
  assert.deepEqual(await channelsOf(clear), [mail]);
  refuse();
  await until(async () => texts.taken.some(({ to }) => to === phone));
  await until(async () => (await recipients(reportId, sms.id)).some(({ status }) => status === 'sent'));
  return { clear, eventId, phone, a: a.id, b: b.id };
}

async function channelsOf(report: number): Promise<number[]> {
  const { rows } = await sql<{ channelId: number }>`
    select channel_id from messages where report_id = ${report} and is_active order by id`.execute(db);
  return rows.map(({ channelId }) => channelId);
}

test('a channel that took over after the all-clear was drafted carries the all-clear too', async () => {
  const { clear, phone, a, b } = await takenOverAfter(draftOnly);
  await send(clear);
  await until(async () => texts.taken.filter(({ to }) => to === phone).length === 2);
  const [alarm, end] = texts.taken.filter(({ to }) => to === phone);
  assert.doesNotMatch(alarm!.text, /Entwarnung/i);
  assert.match(end!.text, /Entwarnung/i);
  assert.deepEqual([await peopleOf(clear, mail), await peopleOf(clear, sms.id)], [[a], [b]]);
});

test('the preflight counts the people of that channel, and adds nothing to the draft', async () => {
  const { clear, a, b } = await takenOverAfter(draftOnly);
  const { preflightReport } = await manager.run(
    `query ($id: ID!) { preflightReport(report: $id) {
      recipients channels { channel { _id } people } people { person { _id } channels { _id } } } }`,
    { id: String(clear) },
  );
  assert.deepEqual(preflightReport, {
    recipients: 2,
    channels: [
      { channel: { _id: mail }, people: 1 },
      { channel: { _id: sms.id }, people: 1 },
    ],
    people: [
      { person: { _id: a }, channels: [{ _id: mail }] },
      { person: { _id: b }, channels: [{ _id: sms.id }] },
    ],
  });
  assert.deepEqual(await channelsOf(clear), [mail]);
});

test('opening the draft again adds that channel, and a message that the author removes stays away', async () => {
  const { clear, eventId, phone, a, b } = await takenOverAfter(draftOnly);
  assert.equal(await allClear(eventId), clear);
  assert.deepEqual(await channelsOf(clear), [mail, sms.id]);
  assert.equal(await allClear(eventId), clear);
  assert.deepEqual(await channelsOf(clear), [mail, sms.id]);
  const { id } = await db
    .selectFrom('messages')
    .select('id')
    .where('reportId', '=', clear)
    .where('channelId', '=', sms.id)
    .executeTakeFirstOrThrow();
  await manager.run('mutation ($id: ID!) { deleteMessage(id: $id) { id } }', { id: String(id) });
  await send(clear);
  await until(async () => (await peopleOf(clear, mail)).length === 2);
  assert.deepEqual([await channelsOf(clear), await peopleOf(clear, mail)], [[mail], [a, b]]);
  assert.equal(texts.taken.filter(({ to }) => to === phone).length, 1);
});

/** Requires one follow-up per person over the alarm's channel. */
async function reachesBoth({ clear, phone, a, b }: Awaited<ReturnType<typeof takenOverAfter>>, text: RegExp) {
  await until(async () => texts.taken.filter(({ to }) => to === phone).length === 2);
  const [alarm, follow] = texts.taken.filter(({ to }) => to === phone);
  assert.doesNotMatch(alarm!.text, text);
  assert.match(follow!.text, text);
  assert.deepEqual([await peopleOf(clear, mail), await peopleOf(clear, sms.id)], [[a], [b]]);
}

test('a scheduled all-clear leaves over a channel that took over before its time', async () => {
  const taken = await takenOverAfter(async (alarm) => {
    const clear = await draftOnly(alarm);
    await manager.run(
      'mutation ($id: ID!, $key: String!, $at: DateTime) { sendReport(id: $id, launchKey: $key, sendAt: $at) { id } }',
      { id: String(clear), key: `later-${clear}`, at: new Date(Date.now() + 3_600_000).toISOString() },
    );
    return clear;
  });
  await db.updateTable('messages').set({ sendAt: new Date() }).where('reportId', '=', taken.clear).execute();
  await reachesBoth(taken, /Entwarnung/i);
});

test('a released all-clear leaves over a channel that took over before its release', async (t) => {
  const require = (requiresRelease: boolean) =>
    db.updateTable('reportTypes').set({ requiresRelease }).where('identifier', '=', 'all_clear').execute();
  await require(true);
  await setUndoSeconds(db, 0);
  t.after(() => Promise.all([require(false), setUndoSeconds(db, 10)]));
  const taken = await takenOverAfter(async (alarm) => {
    const clear = await draftOnly(alarm);
    await send(clear);
    return clear;
  });
  const { id } = await db
    .selectFrom('messages')
    .select('id')
    .where('reportId', '=', taken.clear)
    .executeTakeFirstOrThrow();
  const other = await server.as('crisis_manager', 'editor');
  await other.run('mutation ($id: ID!) { releaseMessage(id: $id) { id } }', { id: String(id) });
  await reachesBoth(taken, /Entwarnung/i);
});

test('an alarm over a channel that took over after a correction carries its text, once', async (t) => {
  await setUndoSeconds(db, 0);
  t.after(() => setUndoSeconds(db, 10));
  const taken = await takenOverAfter(async ({ reportId }) => {
    const { createFollowUp } = await manager.run(
      'mutation ($id: ID!) { createFollowUp(report: $id, kind: CORRECTION) { _id } }',
      { id: String(reportId) },
    );
    await send(createFollowUp._id);
    await until(async () => (await mailed(createFollowUp._id)).length === 1);
    return createFollowUp._id;
  });
  await until(async () => {
    await sql`update follow_up_watches set due_at = clock_timestamp() where due_at < 'infinity'`.execute(db);
    return (await peopleOf(taken.clear, sms.id)).length === 1;
  });
  assert.deepEqual([await peopleOf(taken.clear, mail), await peopleOf(taken.clear, sms.id)], [[taken.a], [taken.b]]);
  const got = texts.taken.filter(({ to }) => to === taken.phone);
  assert.equal(got.length, 1);
  assert.match(got[0]!.text, /^Korrektur: /);
  assert.match(got[0]!.text, /https?:/, 'with the link to answer');
});

const peopleOf = async (report: number, channel: number) =>
  (await recipients(report, channel)).map(({ personId }) => personId);
