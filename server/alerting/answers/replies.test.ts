import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test, { after, before } from 'node:test';
import { storeReceived } from '#server/alerting/delivery/store-received.ts';
import { replyCode } from '#server/channels/rendering/reply-code.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { createMailChannel } from '#testing/deliveries.ts';
import { createGroup, createMailingList, createPerson, createReport } from '#testing/factories.ts';
import { type Gateway, tell } from '#testing/fakes/gateway.ts';
import { createDraft, statusesOf } from '#testing/messages.ts';
import type { TestClient, TestServer } from '#testing/server.ts';
import { createSmsChannel, type SmsChannel, type SmsServer, startSmsServer } from '#testing/sms-channel.ts';
import { until } from '#testing/until.ts';

// Replies by SMS arrive over the network, through a provider in one file.
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
const number = () => `+4915160${String(++count).padStart(6, '0')}`;
const reply = (from: string, text: string, id = `reply-${++count}`) => ({ kind: 'reply' as const, id, from, text });

/** Asks one person by SMS in a separate event. */
const askOne = (personId: number, eventId?: number) => sms.ask(manager, [personId], eventId);

const answersTo = async (reportId: number) =>
  db
    .selectFrom('answers as a')
    .leftJoin('answerOptions as o', 'o.id', 'a.optionId')
    .select(['o.kind', 'a.minutes', 'a.text', 'a.source', 'a.late'])
    .where('a.reportId', '=', reportId)
    .orderBy('a.id')
    .execute();
const stored = async (id: string) =>
  db.selectFrom('replies').selectAll().where('externalId', '=', id).executeTakeFirstOrThrow();

test('a yes by SMS fills the stop limit and cancels later steps; the text explained how', async () => {
  const [a, b, c] = await Promise.all([1, 2, 3].map(() => createPerson(db, { mobile: number() })));
  const group = await createGroup(db, { members: [a!.id, b!.id, c!.id] });
  const list = await createMailingList(db, { groups: [{ id: group.id, stopLimit: 1 }] });
  const report = await createReport(db);
  const closed = await createMailChannel(db, 1); // no server listens, so mails wait
  const draft = { reportId: report.id, lists: [list.id], requestAnswer: true };
  const bySms = await createDraft(db, { ...draft, channelId: channel.id });
  const byMail = await createDraft(db, { ...draft, channelId: closed });
  await sms.send(manager, report.id, 1);
  const { to, text } = gateway.taken.at(-1)!;
  assert.ok(text.includes(`Antwort (mit #${replyCode(report.id)}): 1 = Ich komme, 2 = Ich komme nicht`), text);
  const yes = reply(to, 'JA, bin in 20 min da');
  assert.equal(await channel.tell(yes), 200);
  assert.deepEqual(await answersTo(report.id), [
    { kind: 'POSITIVE', minutes: 20, text: yes.text, source: 'sms', late: false },
  ]);
  await until(async () => (await statusesOf(db, bySms.id))[b!.id]?.startsWith('skipped'));
  assert.equal((await statusesOf(db, bySms.id))[c!.id], 'skipped limit_reached');
  assert.match((await statusesOf(db, byMail.id))[a!.id]!, /^cancelled answered$/);
  const row = await stored(yes.id);
  assert.ok(row.recipientId && row.assignedAt && row.assignedBy === null);
  assert.deepEqual([row.channelId, row.fromAddress, row.text], [channel.id, to, yes.text]);
  const log = await db
    .selectFrom('logEntries')
    .select('data')
    .where('kind', '=', 'answer')
    .orderBy('id', 'desc')
    .execute();
  assert.partialDeepStrictEqual(log[0]!.data, { source: 'sms', minutes: 20 });
});

test('a no alerts the next person; words without a choice are stored and change nothing', async () => {
  const [a, b] = await Promise.all([1, 2].map(() => createPerson(db, { mobile: number(), email: null })));
  const group = await createGroup(db, { members: [a!.id, b!.id] });
  const list = await createMailingList(db, { groups: [{ id: group.id, stopLimit: 1 }] });
  const report = await createReport(db);
  await createDraft(db, { reportId: report.id, channelId: channel.id, lists: [list.id], requestAnswer: true });
  await sms.send(manager, report.id, 1);
  const asked = gateway.taken.at(-1)!.to;
  const before = gateway.taken.length;
  await channel.tell(reply(asked, 'Wer kommt denn noch?'));
  assert.deepEqual(await answersTo(report.id), [
    { kind: null, minutes: null, text: 'Wer kommt denn noch?', source: 'sms', late: false },
  ]);
  await channel.tell(reply(asked, '2'));
  assert.notEqual((await until(async () => gateway.taken[before])).to, asked);
});

test('reads codes made of letters like digits; a code that fits nothing waits for an operator', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => createPerson(db, { mobile: number() })));
  const report = await createReport(db);
  const named = { 1: 'A', 2: 'weg', 3: 'B' };
  for (const [code, letters] of Object.entries(named))
    await db
      .updateTable('answerOptions')
      .set({ code: letters })
      .where('reportId', '=', report.id)
      .where('code', '=', code)
      .execute();
  const draft = { reportId: report.id, channelId: channel.id, people: people.map(({ id }) => id), requestAnswer: true };
  await createDraft(db, draft);
  await sms.send(manager, report.id, people.length);
  const asked = gateway.taken.slice(-people.length);
  const said = ['„a“ in 10 min', 'Weg.', 'A = Ich komme, weg = Ich komme nicht, B = Später / unklar', 'Ab wann?'];
  for (const [at, text] of said.entries()) await channel.tell(reply(asked[at]!.to, text));
  const answers = await answersTo(report.id);
  assert.deepEqual(
    answers.map(({ kind, minutes, text }) => [kind, minutes, text]),
    [
      ['POSITIVE', 10, said[0]],
      ['NEGATIVE', null, null],
      [null, null, said[2]],
      [null, null, said[3]],
    ],
  );
  const { event, replies } = await manager.run(
    `query ($event: ID!) { event(id: $event) { openReplies } replies(event: $event, isOpen: true) { edges { node {
      _id version text suggestions { recipient { _id } sameAddress } } } } }`,
    { event: String(report.eventId) },
  );
  assert.equal(event.openReplies, 2);
  const [{ node }] = replies.edges; // the newest first
  assert.equal(node.text, said[3]);
  await manager.run(
    `mutation ($id: ID!, $version: Int!, $recipient: ID!) {
      assignReply(id: $id, version: $version, recipient: $recipient, option: "B") { isOpen } }`,
    {
      id: String(node._id),
      version: node.version,
      recipient: String(node.suggestions.find((one: { sameAddress: boolean }) => one.sameAddress).recipient._id),
    },
  );
  assert.partialDeepStrictEqual((await answersTo(report.id)).at(-1), { kind: 'NEUTRAL' });
});

test('the same reply delivered twice, at once and later, is one answer', async () => {
  const person = await createPerson(db, { mobile: number() });
  const { reportId } = await askOne(person.id);
  const one = reply(gateway.taken.at(-1)!.to, '1');
  assert.deepEqual(await Promise.all([channel.tell(one), channel.tell(one), channel.tell(one)]), [200, 200, 200]);
  assert.equal(await channel.tell(one), 200);
  await until(async () => (await stored(one.id)).sortedAt);
  assert.equal((await answersTo(reportId)).length, 1);
});

test('the reply that a person wrote last counts, in any order of arrival and assignment', async () => {
  const at = (second: number) => new Date(Date.now() - 600_000 + second * 1000).toISOString();
  for (const together of [false, true]) {
    const person = await createPerson(db, { mobile: number() });
    const { reportId } = await askOne(person.id);
    const { to } = gateway.taken.at(-1)!;
    const [yes, no] = [
      { ...reply(to, 'Ja'), at: at(1) },
      { ...reply(to, '2 bin krank'), at: at(2) },
    ];
    // the older one is repeated, or both arrive together
    if (together) await Promise.all([channel.tell(no), channel.tell(yes), channel.tell(no), channel.tell(yes)]);
    else for (const one of [no, yes]) await channel.tell(one);
    await until(async () => (await stored(yes.id)).sortedAt && (await stored(no.id)).sortedAt);
    const { answers } = (
      await manager.run('query ($id: ID!) { report(id: $id) { answers { positive negative none } } }', {
        id: String(reportId),
      })
    ).report;
    assert.deepEqual(answers, { positive: 0, negative: 1, none: 0 });
    const chosen = (await answersTo(reportId)).filter(({ kind }) => kind !== null);
    assert.equal(chosen.at(-1)!.kind, 'NEGATIVE');
    if (!together) assert.partialDeepStrictEqual((await answersTo(reportId)).at(-1), { kind: null, text: 'Ja' });
  }
});

test('with several open questions the code decides; without a code the reply waits in the inbox', async () => {
  const person = await createPerson(db, { mobile: number() });
  const first = await askOne(person.id);
  const second = await askOne(person.id);
  const { to } = gateway.taken.at(-1)!;
  const unclear = reply(to, 'Ja');
  await channel.tell(unclear);
  assert.partialDeepStrictEqual(await stored(unclear.id), { recipientId: null, eventId: null, assignedAt: null });
  assert.deepEqual([await answersTo(first.reportId), await answersTo(second.reportId)], [[], []]);
  const ill = `2 #${replyCode(first.reportId)} bin krank`;
  await channel.tell(reply(to, ill));
  assert.partialDeepStrictEqual(await answersTo(first.reportId), [{ kind: 'NEGATIVE', text: ill }]);
  await channel.tell(reply(to, 'ok'));
  assert.partialDeepStrictEqual(await answersTo(second.reportId), [{ kind: 'POSITIVE' }]);
  const third = await askOne(person.id, second.eventId);
  const fourth = await askOne(person.id, second.eventId);
  const inEvent = reply(to, 'komme');
  await channel.tell(inEvent);
  const waiting = await stored(inEvent.id);
  assert.deepEqual([waiting.recipientId, waiting.sortedAt !== null], [null, true]);
  assert.deepEqual([await answersTo(third.reportId), await answersTo(fourth.reportId)], [[], []]);
});

test('a person who answers a message passed on to them answers for themselves', async () => {
  const [a, b] = await Promise.all([1, 2].map(() => createPerson(db, { mobile: number() })));
  const report = await createReport(db);
  const people = [a!.id, b!.id];
  const { id } = await createDraft(db, { reportId: report.id, channelId: channel.id, people, requestAnswer: true });
  const before = gateway.taken.length;
  await sms.send(manager, report.id, 2);
  await until(async () => Object.values(await statusesOf(db, id)).every((status) => status === 'sent'));
  const [first, second] = gateway.taken.slice(before);
  await channel.tell({ ...reply(second!.to, 'nein'), inReplyTo: first!.id });
  const answered = async () => {
    const rows = await db
      .selectFrom('answers as x')
      .innerJoin('messageRecipients as r', 'r.id', 'x.recipientId')
      .select(['r.targetAddress as address'])
      .where('x.reportId', '=', report.id)
      .orderBy('x.id')
      .execute();
    return rows.map(({ address }) => address);
  };
  assert.deepEqual(await answered(), [second!.to]);
  await channel.tell({ ...reply(number(), 'ja'), inReplyTo: first!.id });
  assert.deepEqual(await answered(), [second!.to, first!.to], 'a number that nobody was asked at is who was asked');
  const stranger = await createPerson(db, { mobile: number() });
  await askOne(stranger.id);
  const elsewhere = { ...reply(gateway.taken.at(-1)!.to, 'ja'), inReplyTo: first!.id };
  await channel.tell(elsewhere);
  assert.partialDeepStrictEqual(await stored(elsewhere.id), { recipientId: null, eventId: null });
  assert.equal((await answered()).length, 2);
});

test('text that a column cannot store does not block storing and sorting other replies', async () => {
  const person = await createPerson(db, { mobile: number() });
  const { reportId } = await askOne(person.id);
  const { to } = gateway.taken.at(-1)!;
  const long = randomBytes(4000).toString('hex');
  const odd = [
    { ...reply(number(), 'x', long), at: 'gestern' },
    { ...reply(number(), 'y', `${++count}\0`), at: '-200000-01-01T00:00:00Z' },
    { ...reply('\0', '\ud83d'), inReplyTo: long },
  ];
  assert.equal(await channel.tell(...odd, reply(to, `1 ${'x'.repeat(999)}😀`)), 200);
  assert.equal((await answersTo(reportId))[0]!.text, `1 ${'x'.repeat(998)}`);
  assert.equal(await channel.tell(...odd), 200, 'and the same again is the same');
  const kept = await db.selectFrom('replies').select('text').where('text', 'in', ['x', 'y', '\ufffd']).execute();
  assert.equal(kept.length, 3);
});

test('an answer after the end is late; a reply from a person without an alert is stored', async () => {
  const person = await createPerson(db, { mobile: number() });
  const { reportId, eventId } = await askOne(person.id);
  const { to } = gateway.taken.at(-1)!;
  await manager.run(`mutation { finishEvent(id: ${eventId}) { _id } }`);
  await channel.tell(reply(to, '1 in 5'));
  assert.partialDeepStrictEqual(await answersTo(reportId), [{ kind: 'POSITIVE', minutes: 5, late: true }]);
  const stranger = reply(number(), 'Was ist los? \0 😀');
  assert.equal(await channel.tell(stranger), 200);
  const { text, recipientId, eventId: inbox } = await stored(stranger.id);
  assert.deepEqual([text, recipientId, inbox], ['Was ist los?  😀', null, null]);
});

test('treats the same number in different notations as one', async () => {
  const person = await createPerson(db, { mobile: number() });
  const { reportId } = await askOne(person.id);
  const { to } = gateway.taken.at(-1)!;
  await channel.tell(reply(to.replace('+49', '0'), 'nein'));
  assert.partialDeepStrictEqual(await answersTo(reportId), [{ kind: 'NEGATIVE' }]);
});

test('soon sorts replies that came in while sorting was impossible', async () => {
  const person = await createPerson(db, { mobile: number() });
  const { reportId } = await askOne(person.id);
  const { to } = gateway.taken.at(-1)!;
  const values = { channelId: channel.id, externalId: `left-${++count}`, fromAddress: to, text: '1', at: new Date() };
  await db.insertInto('replies').values(values).execute();
  await until(async () => (await answersTo(reportId)).length === 1);
});

test('a request that does not surely come from the provider changes nothing', async () => {
  const person = await createPerson(db, { mobile: number() });
  const { reportId } = await askOne(person.id);
  const { to } = gateway.taken.at(-1)!;
  const forged = reply(to, '1');
  const other = await createSmsChannel(server, gateway);
  const [address] = [channel.callbackUrl];
  const wrong = `${address.slice(0, -1)}${address.endsWith('A') ? 'B' : 'A'}`;
  const swapped = address.replace(/[^/]+$/, other.callbackUrl.split('/').at(-1)!);
  assert.equal((await tell(address, [forged], 'another secret')).status, 403);
  assert.equal((await tell(wrong, [forged], channel.secret)).status, 404);
  assert.equal((await tell(swapped, [forged], channel.secret)).status, 404);
  assert.equal((await tell(`${server.url}/api/channels/0/x`, [forged], channel.secret)).status, 404);
  const large = await tell(address, [reply(to, 'x'.repeat(300_000))], channel.secret);
  assert.deepEqual([large.status, await large.json()], [413, { message: 'error_request_size' }]);
  const unknownWord = await channel.tell({ kind: 'receipt', id: 'x', state: 'SOMETHING' });
  assert.equal(unknownWord, 400);
  assert.deepEqual(await answersTo(reportId), []);
  assert.equal((await db.selectFrom('replies').select('id').where('fromAddress', '=', to).execute()).length, 0);
  const thanks = await tell(address, [], channel.secret);
  assert.deepEqual(
    [thanks.status, await thanks.text(), thanks.headers.get('cache-control')],
    [200, 'thanks', 'no-store'],
  );
  let last = 0;
  for (let tries = 0; tries < 25; tries++) last = (await fetch(`${wrong}/news`)).status;
  assert.equal(last, 429, 'whoever guesses is slowed down');
  assert.equal(await channel.tell(reply(to, '1')), 200, 'and who knows the address is not');
  assert.equal((await answersTo(reportId)).length, 1);
});

test('shows the callback address to channel managers, for channels that can receive', async () => {
  const read = 'query ($id: ID!) { channel(id: $id) { callbackUrl addressKinds } }';
  const editor = await server.as('editor');
  const administrator = await server.as('administrator');
  assert.deepEqual((await editor.run(read, { id: channel.id })).channel, {
    callbackUrl: null,
    addressKinds: ['phone_mobile'],
  });
  const shown = (await administrator.run(read, { id: channel.id })).channel.callbackUrl;
  assert.match(shown, new RegExp(`^${server.url}/api/channels/${channel.id}/[0-9a-f]{32}$`));
  const mail = await createMailChannel(db, 1);
  assert.equal((await administrator.run(read, { id: mail })).channel.callbackUrl, null);
});

test('stores simultaneous replies of many people together and records them in written order', async () => {
  const numbers = Array.from({ length: 12 }, number);
  const many = await Promise.all(numbers.map((mobile) => createPerson(db, { mobile })));
  const report = await createReport(db);
  const draft = { reportId: report.id, channelId: channel.id, people: many.map(({ id }) => id), requestAnswer: true };
  await createDraft(db, draft);
  await sms.send(manager, report.id, many.length);
  // each revokes at once; one request can't be stored
  const told = { id: channel.id, addresses: ['mobile'] };
  const store = (replies: ReturnType<typeof reply>[], status = 'delivered') =>
    storeReceived(db, told, { receipts: [{ externalId: `none-${++count}`, status: status as 'delivered' }], replies });
  const good = numbers.map((from) => () => store([reply(from, 'Ja'), reply(from, 'Nein')]));
  const broken = () => store([reply(number(), 'Ja')], 'nonsense');
  const stores = await Promise.allSettled([...good.slice(0, 6), broken, ...good.slice(6)].map((one) => one()));
  assert.deepEqual(
    stores.map(({ status }) => status),
    stores.map((_, at) => (at === 6 ? 'rejected' : 'fulfilled')),
  );
  await until(async () => (await answersTo(report.id)).length === 2 * many.length);
  const newest = await db
    .selectFrom('answers as a')
    .innerJoin('answerOptions as o', 'o.id', 'a.optionId')
    .distinctOn('a.personId')
    .select(['a.personId', 'o.kind'])
    .where('a.reportId', '=', report.id)
    .orderBy('a.personId')
    .orderBy('a.id', 'desc')
    .execute();
  assert.deepEqual(
    newest.map(({ kind }) => kind),
    many.map(() => 'NEGATIVE'),
  );
});
