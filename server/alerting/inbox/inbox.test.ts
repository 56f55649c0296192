import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { createMailChannel } from '#testing/deliveries.ts';
import { createEvent, createGroup, createMailingList, createPerson, createReport } from '#testing/factories.ts';
import type { Gateway } from '#testing/fakes/gateway.ts';
import { createDraft, statusesOf } from '#testing/messages.ts';
import type { TestClient, TestServer } from '#testing/server.ts';
import { type SmsChannel, type SmsServer, startSmsServer } from '#testing/sms-channel.ts';
import { until } from '#testing/until.ts';
import { watch } from '#testing/watching.ts';

// Unassigned replies wait in an inbox for operators.
let sms: SmsServer;
let server: TestServer;
let gateway: Gateway;
let channel: SmsChannel;
let manager: TestClient;
let db: Db;
before(async () => {
  sms = await startSmsServer();
  ({ server, gateway, channel, db } = sms);
  manager = await server.as('crisis_manager');
});
after(() => sms.stop());

let count = 0;
const number = () => `+4915170${String(++count).padStart(6, '0')}`;
const write = async (from: string, text: string) => {
  const id = `inbox-${++count}`;
  assert.equal(await channel.tell({ kind: 'reply', id, from, text }), 200);
  return id;
};

const ask = (people: readonly number[], eventId?: number) => sms.ask(manager, people, eventId);

const fields = `_id version text from senders { _id } isOpen event { _id } recipient { person { _id } } assignedBy { _id } filedAt
  answer { option { code } minutes } suggestions { recipient { _id person { _id } } sameAddress unanswered option minutes }`;
type Shown = {
  _id: number;
  version: number;
  text: string;
  from: string;
  senders: { _id: number }[];
  isOpen: boolean;
  suggestions: { recipient: { _id: number; person: { _id: number } }; option: string | null; minutes: number | null }[];
};

async function inboxOf(event: number | null, isOpen = true, client = manager): Promise<Shown[]> {
  const { replies } = await client.run(
    `query ($event: ID, $isOpen: Boolean) { replies(event: $event, isOpen: $isOpen) { edges { node { ${fields} } } } }`,
    { event: event === null ? null : String(event), isOpen },
  );
  return replies.edges.map(({ node }: { node: Shown }) => node);
}

const assign = `mutation ($id: ID!, $version: Int!, $recipient: ID!, $option: String!, $minutes: Int) {
  assignReply(id: $id, version: $version, recipient: $recipient, option: $option, minutes: $minutes) { ${fields} } }`;
const refusal = async (client: TestClient, document: string, values?: Record<string, unknown>) =>
  (await client.send(document, values)).errors?.[0]?.message;
const boardOf = async (reportId: number) =>
  (await manager.run(`{ report(id: ${reportId}) { answers { positive negative neutral none } } }`)).report.answers;

test('text of an unknown sender waits without an event; two clicks make it a person’s answer', async () => {
  const person = await createPerson(db, { mobile: number() });
  const { reportId, eventId } = await ask([person.id]);
  const text = 'Hier Müller, Ersatzhandy 😀: ich komme in 20 min';
  await write(number(), text);
  const [reply] = (await inboxOf(null)).filter((one) => one.text === text);
  assert.ok(reply);
  const mine = reply.suggestions.find(({ recipient }) => recipient.person._id === person.id)!;
  const values = { id: String(reply._id), version: reply.version, recipient: String(mine.recipient._id) };
  const { assignReply } = await manager.run(assign, { ...values, option: '1', minutes: 20 });
  assert.partialDeepStrictEqual(assignReply, {
    text,
    isOpen: false,
    event: { _id: eventId },
    recipient: { person: { _id: person.id } },
    assignedBy: { _id: manager.userId },
    answer: { option: { code: '1' }, minutes: 20 },
  });
  assert.partialDeepStrictEqual(await boardOf(reportId), { positive: 1, none: 0 });
  assert.deepEqual(
    (await inboxOf(eventId, false)).map((one) => one.text),
    [text],
  );
  const late = await refusal(manager, assign, { ...values, option: '2' });
  assert.equal(late, 'error_changed_meanwhile');
});

test('a correction by an operator and a simultaneous answer of the person cause no deadlock', async () => {
  const person = await createPerson(db, { mobile: number() });
  const { eventId } = await ask([person.id]);
  const text = `Müller, komme vielleicht ${++count}`;
  await write(number(), text);
  const [reply] = (await inboxOf(null)).filter((one) => one.text === text);
  const mine = reply!.suggestions.find(({ recipient }) => recipient.person._id === person.id)!;
  const values = { id: String(reply!._id), recipient: String(mine.recipient._id) };
  const { assignReply: first } = await manager.run(assign, { ...values, version: reply!.version, option: '1' });
  // counts each try, also undone ones
  await sql`create sequence test_tries`.execute(db);
  await sql`
    create function test_try() returns trigger language plpgsql as $$ begin
      perform nextval('test_tries'); return new; end $$`.execute(db);
  await sql`create trigger test_try before insert on answers for each row execute function test_try()`.execute(db);
  await sql`
    create function test_stall() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock_shared(4998); return new; end $$`.execute(db);
  await sql`
    create trigger test_stall after insert on log_entries for each row when (new.kind = 'answer_withdrawn')
    execute function test_stall()`.execute(db);
  const both: Promise<unknown>[] = [];
  const areWaiting = (count: number) =>
    until(async () => {
      const { rows } = await sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      return rows.length === count;
    });
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(4998)`.execute(tx);
    both.push(manager.run(assign, { ...values, version: first.version, option: '2' }));
    await areWaiting(1);
    both.push(manager.run(`mutation { recordAnswer(recipient: "${values.recipient}", option: "3") { _id } }`));
    await areWaiting(2);
  });
  await Promise.all(both);
  const { rows } = await sql<{ tries: number }>`select last_value::int as tries from test_tries`.execute(db);
  await sql`drop function test_try() cascade`.execute(db);
  await sql`drop function test_stall() cascade`.execute(db);
  await sql`drop sequence test_tries`.execute(db);
  assert.deepEqual(rows, [{ tries: 2 }], `in event ${eventId} somebody had to begin anew`);
});

test('of operators deciding at the same moment one succeeds', async () => {
  const people = await Promise.all([1, 2].map(() => createPerson(db, { mobile: number() })));
  const { reportId, eventId } = await ask(people.map(({ id }) => id));
  const shared = await createPerson(db, { mobile: number() });
  await ask([shared.id], eventId);
  const other = await ask([shared.id], eventId);
  await write(gateway.taken.at(-1)!.to, 'bin unterwegs');
  const [reply] = await inboxOf(eventId);
  assert.ok(reply, 'two open questions and no code');
  const officer = await server.as('documentation_officer');
  const rows = await db
    .selectFrom('messageRecipients')
    .select(['id', 'personId'])
    .where('reportId', '=', reportId)
    .execute();
  const tries = [manager, officer, manager, officer].map((client, index) =>
    client
      .run(assign, {
        id: String(reply._id),
        version: reply.version,
        recipient: String(rows[index % 2]!.id),
        option: '1',
      })
      .then(
        () => 1,
        () => 0,
      ),
  );
  assert.equal(
    (await Promise.all(tries)).reduce<number>((sum, one) => sum + one, 0),
    1,
  );
  assert.partialDeepStrictEqual(await boardOf(reportId), { positive: 1, none: 1 });
  assert.partialDeepStrictEqual(await boardOf(other.reportId), { positive: 0, none: 1 });
});

test('suggests the question of the same number first, with the choice from the words', async () => {
  const [a, b] = await Promise.all([1, 2].map(() => createPerson(db, { mobile: number() })));
  const { eventId } = await ask([b!.id]);
  await ask([a!.id], eventId);
  await ask([a!.id], eventId);
  const mobile = gateway.taken.at(-1)!.to;
  await write(mobile, 'Ja, in 15 min');
  const [reply] = await inboxOf(eventId);
  assert.partialDeepStrictEqual(reply!.suggestions.slice(0, 2), [
    { recipient: { person: { _id: a!.id } }, sameAddress: true, unanswered: true, option: '1', minutes: 15 },
    { recipient: { person: { _id: a!.id } }, sameAddress: true, unanswered: true, option: '1', minutes: 15 },
  ]);
  assert.ok(
    reply!.suggestions.some(({ recipient }) => recipient.person._id === b!.id),
    'and then the open ones',
  );
  const { event } = await manager.run(`{ event(id: ${eventId}) { openReplies } }`);
  assert.equal(event.openReplies, 1);
});

test('a new assignment withdraws the wrong answer, reopens the limit and sends stopped messages', async () => {
  const [a, b, c] = await Promise.all([1, 2, 3].map(() => createPerson(db, { mobile: number() })));
  const group = await createGroup(db, { members: [a!.id, b!.id, c!.id] });
  const list = await createMailingList(db, { groups: [{ id: group.id, stopLimit: 1 }] });
  const report = await createReport(db);
  const closed = await createMailChannel(db, 1); // no server listens, so mails wait
  const draft = { reportId: report.id, lists: [list.id], requestAnswer: true };
  const bySms = await createDraft(db, { ...draft, channelId: channel.id });
  const byMail = await createDraft(db, { ...draft, channelId: closed });
  await sms.send(manager, report.id, 1);
  await write(gateway.taken.at(-1)!.to, '1');
  await until(async () => (await statusesOf(db, bySms.id))[b!.id]?.startsWith('skipped'));
  const [reply] = await inboxOf(report.eventId, false);
  const before = gateway.taken.length;
  const reopen =
    'mutation ($id: ID!, $version: Int!) { reopenReply(id: $id, version: $version) { isOpen version answer { minutes } } }';
  const { reopenReply } = await manager.run(reopen, { id: String(reply!._id), version: reply!.version });
  assert.deepEqual([reopenReply.isOpen, reopenReply.answer], [true, null]);
  assert.partialDeepStrictEqual(await boardOf(report.id), { positive: 0 });
  await until(async () => !(await statusesOf(db, byMail.id))[a!.id]?.startsWith('cancelled'));
  const { log } = (await manager.run(`{ event(id: ${report.eventId}) { log { edges { node { kind } } } } }`)).event;
  const kinds = log.edges.map(({ node }: { node: { kind: string } }) => node.kind);
  assert.ok(kinds.includes('answer_withdrawn') && kinds.includes('answer'));
  const other = await db
    .selectFrom('messageRecipients')
    .select('id')
    .where('messageId', '=', bySms.id)
    .where('personId', '=', a!.id)
    .executeTakeFirstOrThrow();
  const again = { id: String(reply!._id), version: reopenReply.version, recipient: String(other.id), option: '2' };
  await manager.run(assign, again);
  assert.partialDeepStrictEqual(await boardOf(report.id), { negative: 1, positive: 0 });
  await until(async () => gateway.taken[before]);
});

test('a withdrawn answer removes the arrival, unless the person has another yes', async () => {
  const person = await createPerson(db, { mobile: number() });
  const { reportId, eventId } = await ask([person.id]);
  const { id } = await db
    .selectFrom('messageRecipients')
    .select('id')
    .where('reportId', '=', reportId)
    .executeTakeFirstOrThrow();
  const answered = `{
    message: report(id: ${reportId}) { messages { edges { node { answered: messageRecipients(answered: true) { totalCount } } } } }
    afterAction(event: ${eventId}) { counts { arrived } } }`;
  const seen = async () => {
    const found = await manager.run(answered);
    return [found.message.messages.edges[0].node.answered.totalCount, found.afterAction.counts.arrived];
  };
  const record = (field: string) => manager.run(`mutation { ${field} { _id } }`);
  const takeBack = async (text: string) => {
    const reply = (await inboxOf(eventId, false)).find((one) => one.text === text)!;
    const reopen = 'mutation ($id: ID!, $version: Int!) { reopenReply(id: $id, version: $version) { _id } }';
    await manager.run(reopen, { id: String(reply._id), version: reply.version });
  };
  await write(gateway.taken.at(-1)!.to, 'ja 5');
  await record(`recordArrival(recipient: "${id}")`);
  assert.deepEqual(await seen(), [1, 1]);
  await takeBack('ja 5');
  assert.deepEqual(await seen(), [0, 0]);
  await record(`recordAnswer(recipient: "${id}", option: "1")`);
  assert.deepEqual(await seen(), [1, 0], 'a later yes says nothing of being there');
  await record(`recordArrival(recipient: "${id}")`);
  await write(gateway.taken.at(-1)!.to, 'ja 10');
  await takeBack('ja 10');
  assert.deepEqual(await seen(), [1, 1], 'the yes that was recorded stands');
});

test('a reply without a choice stays open until the person answers; others can be dismissed', async () => {
  const person = await createPerson(db, { mobile: number() });
  const { eventId } = await ask([person.id]);
  const { to } = gateway.taken.at(-1)!;
  await write(to, 'Wer kommt denn noch?');
  const [reply] = await inboxOf(eventId);
  assert.equal(reply!.text, 'Wer kommt denn noch?');
  await write(to, '2');
  assert.deepEqual(await inboxOf(eventId), [], 'the person answered since');
  await write(to, 'Doch nicht 2 ...');
  const [open] = await inboxOf(eventId);
  const file = 'mutation ($id: ID!, $version: Int!) { fileReply(id: $id, version: $version) { isOpen filedAt } }';
  const { fileReply } = await manager.run(file, { id: String(open!._id), version: open!.version });
  assert.ok(!fileReply.isOpen && fileReply.filedAt);
  assert.equal((await inboxOf(eventId, false)).length, 3, 'and nothing is gone');
});

test('only an operator decides; rejects questions of exercises or strangers; masks numbers', async () => {
  const person = await createPerson(db, { mobile: number() });
  await ask([person.id]);
  const from = number();
  await write(from, 'wer da?');
  const [reply] = (await inboxOf(null)).filter((one) => one.text === 'wer da?');
  const exercise = await createEvent(db, { mode: 'EXERCISE' });
  const practised = await createReport(db, { eventId: exercise.id });
  await createDraft(db, { reportId: practised.id, channelId: channel.id, people: [person.id], requestAnswer: true });
  await manager.run(`mutation { sendReport(id: ${practised.id}, launchKey: "inbox-${practised.id}") { _id } }`);
  const recipient = await until(() =>
    db.selectFrom('messageRecipients').select('id').where('reportId', '=', practised.id).executeTakeFirst(),
  );
  const values = { id: String(reply!._id), version: reply!.version, recipient: String(recipient.id), option: '1' };
  assert.equal(await refusal(manager, assign, values), 'error_not_found');
  assert.equal(await refusal(await server.as('administrator'), assign, values), 'error_forbidden');
  assert.equal(await refusal(await server.as('editor'), '{ replies { totalCount } }'), 'error_forbidden');
  const seen = await inboxOf(null, true, await server.as('administrator'));
  assert.ok(
    seen.some((one) => one._id === reply!._id),
    'and administrators see what nobody assigned',
  );
});

test('names the owner of a number; masks a private number that never got a message', async () => {
  const [mobile, shown] = [number(), number()];
  const person = await createPerson(db);
  await db.insertInto('personData').values({ personId: person.id, keyFieldId: 6, valueStr: mobile }).execute();
  const family = await Promise.all(['Adam', 'Berta'].map((lastName) => createPerson(db, { lastName, mobile: shown })));
  const other = await createPerson(db);
  await db.insertInto('personData').values({ personId: other.id, keyFieldId: 18, valueStr: shown }).execute();
  await write(mobile, 'von daheim');
  await write(shown, 'von unterwegs');
  const seenBy = async (client: TestClient) =>
    (await inboxOf(null, true, client))
      .filter(({ text }) => text.startsWith('von '))
      .map(({ from, senders }) => [from, ...senders.map(({ _id }) => _id)]);
  const ids = family.map(({ id }) => id);
  assert.deepEqual(await seenBy(manager), [
    [shown, ...ids],
    [`+49•••${mobile.slice(-2)}`, person.id],
  ]);
  assert.deepEqual(await seenBy(await server.as('crisis_manager', 'contact_manager')), [
    [shown, ...ids],
    [mobile, person.id],
  ]);
});

test('administrators see unmatched receipts after a minute, with an update for each', async (t) => {
  const administrator = await server.as('administrator');
  const watched = watch(server, administrator, 'subscription { channelsChanged }');
  t.after(() => watched.stop());
  assert.equal(await channel.tell({ kind: 'receipt', id: 'nobody-knows', state: 'DELIVRD' }), 200);
  const list = '{ strayReceipts { edges { node { externalId status channel { _id } } } } }';
  const told = async () =>
    (await administrator.run(list)).strayReceipts.edges.filter(
      ({ node }: { node: { externalId: string } }) => node.externalId === 'nobody-knows',
    );
  assert.deepEqual(await told(), [], 'its message may still become known');
  await until(async () => watched.seen.length > 0);
  const before = watched.seen.length;
  await db
    .updateTable('receipts')
    .set({ receivedAt: new Date(Date.now() - 61_000) })
    .where('externalId', '=', 'nobody-knows')
    .execute();
  assert.partialDeepStrictEqual(await told(), [{ node: { status: 'delivered', channel: { _id: channel.id } } }]);
  await until(async () => watched.seen.length > before);
});
