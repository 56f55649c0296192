import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Times, usualTimes } from '#server/platform/nodes/times.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { createMailChannel, createRecipients, type ReadyDelivery } from '#testing/deliveries.ts';
import { createChannel } from '#testing/messages.ts';
import { until } from '#testing/until.ts';
import { startProxy } from '../../../faults/proxy.ts';
import { type Sink, startSink } from '../../../faults/sink.ts';
import { startDelivering } from './start.ts';

const quick: Times = {
  ...usualTimes,
  heartbeat: 100,
  fence: 600,
  dead: 1_000,
  steady: 500,
  reap: [100, 200],
  expire: 100,
  poll: [20, 30],
  unknown: 300,
  probe: 300,
  settings: 100,
  progress: 50,
  query: 800,
};

let app: TestApp;
let sink: Sink;
let stop: (() => Promise<void>) | undefined;
before(async () => {
  app = await startTestApp();
  sink = await startSink();
});
after(async () => {
  await sink.stop();
  await app.stop();
});
afterEach(async () => {
  await stop?.();
  stop = undefined;
  await sink.behave({});
});

const deliver = async (parts: Parameters<typeof startDelivering>[0] = app, times = quick) => {
  stop = (await startDelivering(parts, times)).stop;
};

interface RecipientRow {
  status: string;
  statusReason: string | null;
  attempts: number;
  maybeDuplicate: boolean;
  crashCount: number;
  targetAddress: string;
  owner: string | null;
}

async function recipients({ messageId }: ReadyDelivery): Promise<RecipientRow[]> {
  const { rows } = await sql<RecipientRow>`
    select * from message_recipients where message_id = ${messageId} order by id`.execute(app.db);
  return rows;
}

/** Waits until `done` accepts all recipients' states. */
async function when(delivery: ReadyDelivery, done: (row: RecipientRow) => boolean): Promise<RecipientRow[]> {
  const end = performance.now() + 60_000;
  for (;;) {
    const rows = await recipients(delivery);
    if (rows.every(done)) return rows;
    if (performance.now() > end) assert.fail(JSON.stringify(rows.filter((row) => !done(row)).slice(0, 3)));
    await sleep(30);
  }
}

const isFinal = ({ status }: RecipientRow) => ['sent', 'failed', 'expired', 'cancelled'].includes(status);

const mails = async (options: Partial<Parameters<typeof createRecipients>[1]> = {}, settings = {}) => {
  const channelId = await createMailChannel(app.db, sink.port, settings);
  // an activation would find the other tests' channels
  const reportType = 'staff_information';
  return createRecipients(app.db, { count: 1, channelId, lane: 'alarm', reportType, ...options });
};

const copies = async (delivery: ReadyDelivery) => {
  const addresses = new Set(delivery.recipients.map(({ targetAddress }) => targetAddress));
  return (await sink.ledger()).filter(({ to }) => addresses.has(to));
};

test('due messages reach the exercise mailbox, rendered for each person', async () => {
  const delivery = await createRecipients(app.db, {
    count: 120,
    content: 'Guten Tag {{ person.lastName }}',
    mode: 'EXERCISE',
  });
  await deliver();
  const rows = await when(delivery, isFinal);
  assert.ok(rows.every(({ status, attempts, owner }) => status === 'sent' && attempts === 1 && owner !== null));
  const kept = await app.db
    .selectFrom('exerciseMessages')
    .selectAll()
    .where('recipientId', '=', delivery.recipients[6]!.id)
    .execute();
  assert.equal(kept.length, 1);
  assert.equal(kept[0]!.subject, 'ÜBUNG: Probe');
  assert.match(kept[0]!.text, /Guten Tag Nummer 7$/m);
});

test('mail goes over SMTP once, and 550 is a failure with its reason', async () => {
  const delivery = await mails({
    count: 20,
    address: (n) => (n === 3 ? 'x+reject@example.org' : `smtp${n}@example.org`),
  });
  await deliver();
  const rows = await when(delivery, isFinal);
  assert.deepEqual([rows[3]!.status, rows[3]!.statusReason], ['failed', 'address_unknown']);
  assert.equal(rows.filter(({ status }) => status === 'sent').length, 19);
  assert.equal((await copies(delivery)).length, 19);
});

test('an event that is not real never reaches a provider', async () => {
  const delivery = await mails({ mode: 'EXERCISE' });
  await deliver();
  const [row] = await when(delivery, isFinal);
  assert.deepEqual([row!.status, row!.statusReason], ['failed', 'exercise_only']);
  assert.equal((await copies(delivery)).length, 0);
});

test('a deferred recipient is tried again and delays no other', async () => {
  const delivery = await mails({
    count: 2,
    address: (n) => (n === 0 ? 'slow+defer@example.org' : 'quick@example.org'),
  });
  await deliver();
  const [slow, fast] = await when(delivery, ({ status }) => status !== 'queued' && status !== 'sending');
  assert.deepEqual([slow!.status, slow!.statusReason], ['retrying', 'recipient_deferred']);
  assert.equal(fast!.status, 'sent');
  const again = await when({ ...delivery }, ({ status, attempts }) => status === 'sent' || attempts >= 2);
  assert.equal(again.length, 2);
});

test('an unknown outcome is tried once more with the same Message-ID and marked', async () => {
  const delivery = await mails({ address: () => 'lost+acceptThenDrop@example.org' });
  await deliver();
  const [row] = await when(delivery, isFinal);
  assert.deepEqual([row!.status, row!.statusReason, row!.maybeDuplicate], ['sent', 'unconfirmed', true]);
  const both = await copies(delivery);
  assert.equal(both.length, 2);
  assert.equal(both[0]!.messageId, both[1]!.messageId);
});

test('messages queued on a channel without a provider wait with the reason and expire', async () => {
  const channel = await createChannel(app.db, 'sms', { settings: JSON.stringify({ provider: 'gone' }) });
  const delivery = await createRecipients(app.db, { count: 1, channelId: channel.id });
  await deliver();
  const [waiting] = await when(delivery, ({ statusReason }) => statusReason === 'channel_misconfigured');
  assert.equal(waiting!.attempts, 0);
  const { trouble } = await app.db
    .selectFrom('channels')
    .select('trouble')
    .where('id', '=', channel.id)
    .executeTakeFirstOrThrow();
  assert.equal(trouble, 'channel_misconfigured');
  await app.db
    .updateTable('messageRecipients')
    .set({ validUntil: new Date(Date.now() - 1000) })
    .where('messageId', '=', delivery.messageId)
    .execute();
  const [late] = await when(delivery, isFinal);
  assert.deepEqual([late!.status, late!.statusReason], ['expired', 'channel_misconfigured']);
});

test('wrong credentials stop the channel, cost no recipient an attempt, and new settings fix it', async () => {
  const delivery = await mails({ count: 30 }, { user: 'alarm', maxConnections: 5 });
  await sink.behave({ refuseLogin: true });
  await app.db
    .updateTable('channels')
    .set({ settings: sql`settings || '{"password": "x"}'` })
    .where('id', '=', await channelOf(delivery))
    .execute();
  await deliver();
  const id = await channelOf(delivery);
  const troubleOf = () =>
    app.db.selectFrom('channels').select('trouble').where('id', '=', id).executeTakeFirstOrThrow();
  await until(async () => (await troubleOf()).trouble === 'channel_credentials');
  const waiting = await recipients(delivery);
  assert.ok(
    waiting.every(({ status, attempts }) => ['queued', 'retrying', 'sending'].includes(status) && attempts <= 1),
  );
  assert.ok(waiting.filter(({ status }) => status === 'queued').length > 15);
  await sink.behave({});
  const rows = await when(delivery, isFinal);
  assert.ok(rows.every(({ status, attempts }) => status === 'sent' && attempts === 1));
  await until(async () => (await troubleOf()).trouble === null);
});

async function channelOf({ messageId }: ReadyDelivery): Promise<number> {
  const row = await app.db
    .selectFrom('messages')
    .select('channelId')
    .where('id', '=', messageId)
    .executeTakeFirstOrThrow();
  return row.channelId;
}

test('a message waiting past its deadline expires and is not sent', async () => {
  const delivery = await mails({ count: 3, validMinutes: 0 });
  await deliver();
  const rows = await when(delivery, isFinal);
  assert.ok(rows.every(({ status, statusReason }) => status === 'expired' && statusReason === 'deadline'));
  assert.equal((await copies(delivery)).length, 0);
});

test('a pending retry ends when the message is stopped or the person answers', async () => {
  const deferred = { count: 1, address: (n: number) => `late${n}+defer@example.org` };
  const [stopped, answered] = [
    await mails(deferred),
    await mails({ ...deferred, address: () => 'other+defer@example.org' }),
  ];
  await app.db.updateTable('messages').set({ status: 'cancelled' }).where('id', '=', stopped.messageId).execute();
  const [recipient] = answered.recipients;
  const tokenHash = randomBytes(32);
  await app.db.updateTable('messageRecipients').set({ tokenHash }).where('id', '=', recipient!.id).execute();
  const option = await app.db
    .insertInto('answerOptions')
    .values({ reportId: answered.reportId, code: '1', label: 'Ja', kind: 'POSITIVE' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const answer = { reportId: answered.reportId, personId: recipient!.personId, optionId: option.id, source: 'link' };
  await app.db.insertInto('answers').values(answer).execute();
  await deliver(app, { ...quick, fence: 30_000, dead: 60_000 }); // a busy worker must not hand them back untried
  const ends = [...(await when(stopped, isFinal)), ...(await when(answered, isFinal))];
  assert.deepEqual(
    ends.map(({ status, statusReason, attempts }) => [status, statusReason, attempts]),
    [
      ['cancelled', 'stopped', 1],
      ['cancelled', 'answered', 1],
    ],
  );
});

test('stopping returns recipients that have not begun and waits for the others', async () => {
  const delivery = await mails({ count: 60, lane: 'bulk' });
  await sink.behave({ delay: 200 });
  await deliver();
  const sentOf = async () => (await recipients(delivery)).filter(({ status }) => status === 'sent').length;
  await until(async () => (await sentOf()) > 0);
  await stop!();
  stop = undefined;
  const rows = await recipients(delivery);
  assert.equal(rows.filter(({ status }) => status === 'sending').length, 0);
  const sent = rows.filter(({ status }) => status === 'sent').length;
  assert.ok(sent > 0 && sent < 60, `${sent} sent`);
  assert.equal((await copies(delivery)).length, sent);
  assert.ok(rows.every(({ status, attempts }) => attempts === (status === 'sent' ? 1 : 0)));
  assert.ok(rows.every(({ maybeDuplicate }) => !maybeDuplicate));
});

test('a new process takes over recipients of a dead one, marks them, gives up after 3 crashes', async () => {
  const delivery = await createRecipients(app.db, { count: 2 });
  await sql`update message_recipients set status = 'sending', owner = 'gone', epoch = 1, attempts = 1,
    crash_count = case when id = ${delivery.recipients[1]!.id} then 2 else 0 end
    where message_id = ${delivery.messageId}`.execute(app.db);
  await deliver();
  const [first, second] = await when(delivery, isFinal);
  assert.deepEqual([first!.status, first!.maybeDuplicate, first!.crashCount], ['sent', true, 1]);
  assert.deepEqual([second!.status, second!.statusReason, second!.crashCount], ['failed', 'worker_crashed', 3]);
});

test('an alarm does not wait behind bulk', async () => {
  await sink.behave({ delay: 100 });
  const channelId = await createMailChannel(app.db, sink.port);
  const bulk = await createRecipients(app.db, { count: 400, channelId, lane: 'bulk' });
  await deliver();
  await until(async () => (await recipients(bulk)).some(({ status }) => status === 'sending'));
  const alarm = await createRecipients(app.db, { count: 4, channelId, lane: 'alarm' });
  await when(alarm, isFinal);
  assert.ok((await recipients(bulk)).some(({ status }) => status === 'queued'));
});

test('recovers from a database with an unplugged cable without losing a recipient', async () => {
  const url = new URL(app.database.url);
  const proxy = await startProxy({ host: url.hostname, port: Number(url.port) });
  url.port = String(proxy.port);
  await sink.behave({ delay: 100 });
  const delivery = await mails({ count: 200 });
  try {
    await deliver({ ...app, database: { ...app.database, url: url.href } });
    await until(async () => (await copies(delivery)).length > 0);
    proxy.pull();
    const atRest = await until(async () => {
      const before = (await copies(delivery)).length;
      await sleep(1_500);
      return (await copies(delivery)).length === before && [before];
    });
    assert.ok(atRest[0]! < 200, 'the cable was pulled in time, and who cannot tell that he lives sends nothing');
    await sink.behave({});
    proxy.plug();
    const rows = await when(delivery, isFinal);
    assert.ok(rows.every(({ status }) => status === 'sent'));
    const doubled = Map.groupBy(await copies(delivery), ({ to }) => to);
    const marked = new Set(
      rows.filter(({ maybeDuplicate }) => maybeDuplicate).map(({ targetAddress }) => targetAddress),
    );
    for (const [address, list] of doubled) assert.ok(list.length === 1 || marked.has(address), address);
    assert.equal(doubled.size, 200);
  } finally {
    await stop?.();
    stop = undefined;
    await proxy.stop();
  }
});
