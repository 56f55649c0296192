import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { smsSize } from '#shared/sms.ts';
import {
  createEvent,
  createEventType,
  createPerson,
  createReport,
  createSnippet,
  idByIdentifier,
} from '#testing/factories.ts';
import { createChannel, createDraft, deliver, settle, statusesOf } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { runs } from '../../../scripts/in-full.ts';

let server: TestServer;
let db: Db;
let manager: TestClient;
let editor: TestClient;
let channels: number[];
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  manager = await server.as('crisis_manager');
  editor = await server.as('editor');
  channels = [(await createChannel(db, 'email')).id, (await createChannel(db, 'sms')).id];
});
after(() => server.stop());

const error = (answer: { errors?: { message: string }[] }) => answer.errors?.[0]?.message;
const fields = `_id title content reportType { identifier } followUpKind follows { _id } event { _id }
  messages { edges { node { _id title content status requestAnswer channel { _id } } } }`;
const follow = `mutation ($report: ID!, $kind: FollowUpKind!) {
  report: createFollowUp(report: $report, kind: $kind) { ${fields} } }`;
const end = `mutation ($event: ID!) { report: createAllClear(event: $event) { ${fields} } }`;
const preflight = `query ($report: ID!) { preflightReport(report: $report) {
  recipients blockers warnings unreachable { person { _id } reason } people { person { _id } channels { _id } } } }`;
const send = 'mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { _id } }';

type Kind = 'CORRECTION' | 'ALL_CLEAR' | 'TO_ALL';
const followUp = async (report: number, kind: Kind, by = manager) =>
  (await by.run(follow, { report: String(report), kind })).report;
const check = async (report: number) =>
  (await manager.run(preflight, { report: String(report) })).preflightReport as {
    recipients: number;
    blockers: string[];
    warnings: string[];
    unreachable: { person: { _id: number }; reason: string }[];
    people: { person: { _id: number }; channels: { _id: number }[] }[];
  };
const launch = (report: number) => manager.run(send, { id: String(report), key: `follow-${report}` });
const partsOf = (report: { messages: { edges: { node: { channel: { _id: number } } }[] } }) =>
  report.messages.edges.map(({ node }) => node.channel._id).sort((a, b) => a - b);

/** People with an address on both channels. */
const people = (count: number, mobile = 0) =>
  Promise.all(
    Array.from({ length: count }, (_, n) =>
      createPerson(db, { mobile: `+49151${String(1000000 + mobile * 100 + n)}` }),
    ),
  );

const four = async () => {
  const [a, b, c, d] = await people(4);
  return [a!, b!, c!, d!] as const;
};

type Sent = { type?: string; failing?: number[]; eventId?: number; title?: string };
/** A report sent by channel; people in `failing` aren't reached. */
async function sent(to: Map<number, number[]>, values: Sent = {}) {
  const { type = 'activation', failing = [], ...rest } = values;
  const report = await createReport(db, { type, ...rest });
  const messages: number[] = [];
  for (const [channelId, chosen] of to) {
    const { title, content } = report;
    messages.push((await createDraft(db, { reportId: report.id, channelId, people: chosen, title, content })).id);
  }
  await manager.run(send, { id: String(report.id), key: `first-${report.id}` });
  await reach(report.id, messages, failing);
  return report;
}

/** Sends launched messages. */
async function reach(report: number, messages: number[], failing: number[] = []): Promise<void> {
  await sql`update message_recipients set try_at = now() - interval '1 minute' where report_id = ${report}`.execute(db);
  await settle(server.app);
  for (const id of messages) await deliver(db, id, (person) => (failing.includes(person ?? 0) ? 'failed' : 'sent'));
  await settle(server.app);
}

test('one click creates a ready correction: text, channels, exactly the original recipients', async () => {
  const [a, b, c, later] = await four();
  const first = await sent(
    new Map([
      [channels[0]!, [a.id, b.id]],
      [channels[1]!, [b.id, c.id]],
    ]),
    { type: 'public_information', failing: [c.id] },
  );
  const both = await Promise.all([followUp(first.id, 'CORRECTION', editor), followUp(first.id, 'CORRECTION')]);
  assert.equal(both[0]._id, both[1]._id, 'two clicks make one draft');
  const [draft] = both;
  assert.deepEqual(
    [draft.title, draft.content, draft.reportType.identifier, draft.follows],
    [`Korrektur: ${first.title}`, first.content, 'public_information', [{ _id: first.id }]],
  );
  assert.deepEqual(partsOf(draft), channels);
  for (const { node } of draft.messages.edges) assert.deepEqual([node.status, node.title], ['draft', draft.title]);
  await sql`insert into message_people (message_id, person_id)
    select id, ${later.id} from messages where report_id = ${first.id}`.execute(db);
  const found = await check(draft._id);
  assert.deepEqual(found.blockers, []);
  assert.ok(found.warnings.includes('warning_same_text'), 'nobody is sent the same text as a correction unasked');
  await sql`update messages set content = 'Richtig ist: Tor 3' where report_id = ${draft._id}`.execute(db);
  assert.ok(!(await check(draft._id)).warnings.includes('warning_same_text'));
  const reached = Object.fromEntries(
    found.people.map(({ person, channels: by }) => [person._id, by.map(({ _id }) => _id).sort((x, y) => x - y)]),
  );
  assert.deepEqual(reached, { [a.id]: [channels[0]], [b.id]: channels }, 'nobody chosen later, nobody who was missed');
  await launch(draft._id);
  const ids = draft.messages.edges.map(({ node }: { node: { _id: number } }) => node._id);
  const states = await Promise.all(ids.map((id: number) => statusesOf(db, id)));
  assert.deepEqual(
    states.map((state) => Object.keys(state).map(Number)).sort((x, y) => y.length - x.length),
    [[a.id, b.id].sort((x, y) => x - y), [b.id]],
  );
  assert.notEqual((await followUp(first.id, 'CORRECTION'))._id, draft._id, 'what was sent can be corrected again');
});

const handed = ['sent', 'delivered', 'read'];
const open = ['sending', 'pending', 'queued', 'retrying'];
const states = [...handed, ...open, 'failed', 'expired', 'suppressed', 'skipped', 'cancelled'];

test('the title of a correction is cut between characters', async () => {
  const first = await sent(new Map([[channels[0]!, [(await createPerson(db)).id]]]), { title: '🏥'.repeat(99) });
  assert.match((await followUp(first.id, 'CORRECTION')).title, /^Korrektur: 🏥{94}$/u);
});

test('a follow-up goes to people who may have the message, on the channels that have it', async () => {
  const crowd = await people(6, 1);
  const one = fc.record({ state: fc.constantFrom(...states), perhaps: fc.boolean() });
  // everyone has the mail, and the SMS comes a minute later
  const smsStillWaits = crowd.map(() => ['sent', 'pending'].map((state) => ({ state, perhaps: false })));
  const fates = fc.array(fc.array(one, { minLength: 2, maxLength: 2 }), { minLength: 6, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fates, fc.constantFrom<Kind>('CORRECTION', 'ALL_CLEAR', 'TO_ALL'), async (fate, kind) => {
      const report = await createReport(db, { type: 'activation' });
      const wanted = new Map<number, number[]>();
      const used = new Set<number>();
      for (const [at, channelId] of channels.entries()) {
        const { id } = await createDraft(db, { reportId: report.id, channelId, status: 'sending' });
        for (const [n, person] of crowd.entries()) {
          const { state, perhaps } = fate[n]![at]!;
          await sql`
            insert into message_recipients (message_id, report_id, channel_id, person_id, target_address, address_norm,
              lane, status, maybe_duplicate, nonce)
            values (${id}, ${report.id}, ${channelId}, ${person.id}, ${`x${n}`}, ${`x${n}`}, 'alarm', ${state}, ${perhaps},
              ${Buffer.alloc(16)})`.execute(db);
          if (handed.includes(state) || perhaps) wanted.set(person.id, [...(wanted.get(person.id) ?? []), channelId]);
          if (handed.includes(state) || perhaps || open.includes(state)) used.add(channelId);
        }
      }
      if (!wanted.size) {
        const answer = await manager.send(follow, { report: String(report.id), kind });
        return assert.equal(error(answer), 'error_nobody_reached');
      }
      const draft = await followUp(report.id, kind);
      assert.deepEqual(
        partsOf(draft),
        [...used].sort((a, b) => a - b),
      );
      const found = (await check(draft._id)).people.map(
        ({ person, channels: by }) => [person._id, by.map(({ _id }) => _id).sort((a, b) => a - b)] as const,
      );
      assert.deepEqual(new Map(found.sort(([a], [b]) => a - b)), new Map([...wanted].sort(([a], [b]) => a - b)));
    }),
    {
      numRuns: runs(40),
      examples: (['CORRECTION', 'ALL_CLEAR', 'TO_ALL'] as const).map((kind) => [smsStillWaits, kind]),
    },
  );
});

test('names unreachable people with the reason; alarm recipients get it despite opt-outs', async () => {
  const [gone, out, crisis, moved] = await people(4, 2);
  const to = new Map([[channels[0]!, [gone!.id, out!.id, crisis!.id, moved!.id]]]);
  const first = await sent(to);
  await db.updateTable('people').set({ isActive: false }).where('id', '=', gone!.id).execute();
  await db.updateTable('people').set({ optedOut: true }).where('id', 'in', [out!.id, crisis!.id]).execute();
  await db.updateTable('people').set({ isCrisis: true }).where('id', '=', crisis!.id).execute();
  await db.deleteFrom('personData').where('personId', '=', moved!.id).where('keyFieldId', '=', 1).execute();
  const draft = await followUp(first.id, 'ALL_CLEAR');
  const { people: reached, unreachable } = await check(draft._id);
  assert.deepEqual(
    reached.map(({ person }) => person._id),
    [crisis!.id],
  );
  assert.deepEqual(Object.fromEntries(unreachable.map(({ person, reason }) => [person._id, reason])), {
    [gone!.id]: 'inactive',
    [out!.id]: 'opted_out',
    [moved!.id]: 'no_address',
  });
});

test('the all-clear for an event goes to all people reached by an activation, otherwise to none', async () => {
  const [a, b, c] = await people(3, 3);
  const { id: eventId } = await createEvent(db, { name: 'Brand in Haus B' });
  const alerted = 'query ($id: ID!) { event(id: $id) { alerted } }';
  const isAlerted = async () => (await manager.run(alerted, { id: String(eventId) })).event.alerted;
  await sent(new Map([[channels[0]!, [c!.id]]]), { type: 'staff_information', eventId });
  const nobody = { event: String(eventId) };
  assert.deepEqual([await isAlerted(), error(await manager.send(end, nobody))], [false, 'error_nobody_reached']);
  await sent(new Map([[channels[0]!, [a!.id]]]), { eventId });
  await sent(new Map([[channels[1]!, [b!.id]]]), { eventId });
  assert.equal(await isAlerted(), true);
  const shown = async (id: number) => {
    const { event } = await manager.run('query ($id: ID!) { event(id: $id) { callsIn onlyInforms } }', {
      id: String(id),
    });
    return [event.callsIn, event.onlyInforms];
  };
  const note = await createEvent(db);
  assert.deepEqual(await shown(note.id), [true, false], 'of an unknown kind');
  const press = await sent(new Map([[channels[0]!, [c!.id]]]), { type: 'public_information', eventId: note.id });
  assert.deepEqual(
    [await shown(note.id), await shown(eventId)],
    [
      [false, true],
      [true, false],
    ],
    'public information waits for no alarm',
  );
  await followUp(press.id, 'ALL_CLEAR');
  assert.deepEqual(await shown(note.id), [false, true], 'nor does its all-clear');
  const { id: inHouse } = await createEvent(db);
  await sent(new Map([[channels[0]!, [c!.id]]]), { type: 'staff_information', eventId: inHouse });
  assert.deepEqual(await shown(inHouse), [true, true], 'staff were informed, an alarm may still come');
  await manager.run('mutation ($id: ID!) { finishEvent(id: $id) { _id } }', { id: String(eventId) });
  const drafts = await Promise.all([manager.run(end, nobody), editor.run(end, nobody)]);
  const { report: draft } = drafts[0];
  assert.equal(draft._id, drafts[1].report._id);
  assert.deepEqual([draft.title, draft.reportType.identifier], ['Entwarnung: Brand in Haus B', 'all_clear']);
  assert.match(draft.content, /^Es ist nichts mehr zu tun/);
  assert.equal(smsSize(`${draft.title}\n${draft.content}`).encoding, 'GSM-7', 'an SMS of it holds 160 characters');
  assert.deepEqual(
    (await check(draft._id)).people.map(({ person }) => person._id).sort((x, y) => x - y),
    [a!.id, b!.id].sort((x, y) => x - y),
  );
  await launch(draft._id);
});

test('an all-clear uses the language of the organisation for any author, with event details', async () => {
  const [a] = await people(1, 8);
  const { id: eventTypeId } = await createEventType(db, { name: 'Brand', nameEn: 'Fire' });
  const reportTypeId = await idByIdentifier(db, 'reportTypes', 'all_clear');
  const content = '{{ event.type }} vom {{ event.date }} ist vorbei.';
  await createSnippet(db, { content, contentEn: 'It is over.', eventTypeId, reportTypeId });
  const { id: eventId } = await createEvent(db, { eventTypeId, eventDate: new Date('2026-03-01T02:00:00Z') });
  await sent(new Map([[channels[0]!, [a!.id]]]), { eventId });
  const english = await server.as('crisis_manager');
  await english.run('mutation { changeLanguage(language: "en") { id } }');
  const { report } = await english.run(end, { event: String(eventId) });
  assert.match(report.title, /^Entwarnung: /);
  assert.equal(report.content, 'Brand vom 01.03.2026, 03:00 Uhr ist vorbei.');
});

test('a follow-up accepts no further people; an added channel reaches all its recipients', async () => {
  const [a, b] = await people(2, 4);
  const first = await sent(new Map([[channels[0]!, [a!.id]]]), { type: 'staff_information' });
  const draft = await followUp(first.id, 'CORRECTION');
  const choose =
    'mutation ($message: ID!, $people: [ID!]) { setMessageRecipients(message: $message, people: $people) { id } }';
  const message = String(draft.messages.edges[0].node._id);
  const choice = { message, people: [String(b!.id)] };
  assert.equal(error(await manager.send(choose, choice)), 'error_follow_up_recipients');
  const add =
    'mutation ($report: ID!, $channels: [ID!]!) { addReportChannels(report: $report, channels: $channels) { _id } }';
  await manager.run(add, { report: String(draft._id), channels: [String(channels[1])] });
  const found = await check(draft._id);
  assert.deepEqual(
    found.people.map(({ person, channels: by }) => [person._id, by.length]),
    [[a!.id, 2]],
  );
});

test('only users who may send the first can correct it, change the text and delete the draft', async () => {
  const [a] = await people(1, 5);
  const first = await sent(new Map([[channels[0]!, [a!.id]]]));
  const reader = await server.as('documentation_officer');
  for (const client of [reader, editor]) {
    const answer = await client.send(follow, { report: String(first.id), kind: 'CORRECTION' });
    assert.equal(error(answer), 'error_forbidden', 'an alarm is corrected by whoever may send one');
  }
  const draft = await followUp(first.id, 'CORRECTION');
  assert.equal(draft.reportType.identifier, 'staff_information', 'the call itself is not repeated');
  const update = 'mutation ($input: UpdateReportInput!) { updateReport(input: $input) { content } }';
  await manager.run(update, { input: { id: String(draft._id), content: 'Treffpunkt ist Haus C.' } });
  const discard = 'mutation ($id: ID!) { deleteReport(id: $id) { _id } }';
  assert.equal(error(await reader.send(discard, { id: String(draft._id) })), 'error_forbidden');
  await manager.run(discard, { id: String(draft._id) });
  const again = await followUp(first.id, 'CORRECTION');
  assert.notEqual(again._id, draft._id);
  await manager.run('mutation ($id: ID!) { finishEvent(id: $id) { _id } }', { id: String(first.eventId) });
  const late = await manager.send(follow, { report: String(first.id), kind: 'CORRECTION' });
  assert.equal(error(late), 'error_event_finished');
});

test('senders of alarms control its follow-ups; an editor can send the all-clear', async () => {
  const [a] = await people(1, 8);
  const first = await sent(new Map([[channels[0]!, [a!.id]]]));
  const copy = 'mutation ($id: ID!) { copyReport(id: $id) { _id } }';
  const update = 'mutation ($input: UpdateReportInput!) { updateReport(input: $input) { content } }';
  const discard = 'mutation ($id: ID!) { deleteReport(id: $id) { _id } }';
  const sendOne = 'mutation ($id: ID!, $key: String!) { sendMessage(id: $id, launchKey: $key) { _id } }';
  let last = first.id;
  for (const kind of ['CORRECTION', 'TO_ALL', 'CORRECTION'] as const) {
    const draft = await followUp(kind === 'TO_ALL' ? first.id : last, kind);
    const [id, message] = [String(draft._id), draft.messages.edges[0].node._id as number];
    const input = { id, content: 'Treffpunkt ist Haus C.' };
    const tried = await Promise.all([
      editor.send(follow, { report: String(draft._id), kind: 'CORRECTION' }),
      editor.send(send, { id, key: `editor-${id}` }),
      editor.send(sendOne, { id: String(message), key: `editor-${message}` }),
      editor.send(copy, { id }),
      editor.send(update, { input }),
      editor.send(discard, { id }),
    ]);
    assert.deepEqual(
      tried.map(error),
      tried.map(() => 'error_forbidden'),
      `${kind} of an alarm`,
    );
    await manager.run(update, { input });
    await manager.run(copy, { id });
    await launch(draft._id);
    await reach(draft._id, [message]);
    last = draft._id;
  }
  const allClear = await followUp(first.id, 'ALL_CLEAR', editor);
  await editor.run(send, { id: String(allClear._id), key: `editor-${allClear._id}` });
});

test('shows that a message was never sent or is still leaving', async () => {
  const [a, b] = await people(2, 6);
  const never = await createReport(db, { type: 'staff_information' });
  await createDraft(db, { reportId: never.id, channelId: channels[0]!, people: [a!.id] });
  const answer = await manager.send(follow, { report: String(never.id), kind: 'CORRECTION' });
  assert.equal(error(answer), 'error_nobody_reached');
  const first = await sent(new Map([[channels[0]!, [a!.id, b!.id]]]), { type: 'staff_information' });
  const draft = await followUp(first.id, 'CORRECTION');
  assert.ok(!(await check(draft._id)).warnings.includes('warning_followed_under_way'));
  await sql`
    insert into message_recipients (message_id, report_id, channel_id, person_id, target_address, address_norm, lane, status, nonce)
    select message_id, report_id, channel_id, ${b!.id}, 'y', 'y', lane, 'queued', nonce from message_recipients
    where report_id = ${first.id} limit 1`.execute(db);
  assert.ok((await check(draft._id)).warnings.includes('warning_followed_under_way'));
});

test('a message to all goes to recipients of the alarm, next to its correction, unpublished', async () => {
  const [a, b] = await people(2, 7);
  const feed = (await createChannel(db, 'webfeed')).id;
  const first = await sent(
    new Map([
      [channels[0]!, [a!.id, b!.id]],
      [feed, []],
    ]),
    { failing: [b!.id] },
  );
  const correction = await followUp(first.id, 'CORRECTION');
  const refused = await editor.send(follow, { report: String(first.id), kind: 'TO_ALL' });
  assert.equal(error(refused), 'error_forbidden');
  const draft = await followUp(first.id, 'TO_ALL');
  assert.notEqual(draft._id, correction._id, 'the one is not the other');
  assert.equal((await followUp(first.id, 'TO_ALL'))._id, draft._id);
  assert.deepEqual(
    [draft.followUpKind, draft.reportType.identifier, draft.content, correction.followUpKind],
    ['TO_ALL', 'staff_information', '{{ input:"Was sollen alle wissen?" }}', 'CORRECTION'],
  );
  assert.match(draft.title, /^Neues zu: /);
  assert.deepEqual(
    partsOf(correction),
    [channels[0]!, feed].sort((x, y) => x - y),
  );
  assert.deepEqual(partsOf(draft), [channels[0]]);
  assert.deepEqual((await check(draft._id)).blockers, ['error_open_placeholders'], 'nothing is said yet');
  const update = 'mutation ($input: UpdateReportInput!) { updateReport(input: $input) { content } }';
  await manager.run(update, { input: { id: String(draft._id), content: 'Bitte durch den Eingang Nord.' } });
  const found = await check(draft._id);
  assert.deepEqual(found.blockers, []);
  assert.deepEqual(
    found.people.map(({ person }) => person._id),
    [a!.id],
  );
  await launch(draft._id);
  assert.deepEqual(Object.keys(await statusesOf(db, draft.messages.edges[0].node._id)), [String(a!.id)]);
  assert.notEqual((await followUp(first.id, 'TO_ALL'))._id, draft._id, 'after it comes the next');
});
