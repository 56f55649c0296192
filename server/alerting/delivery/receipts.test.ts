import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test, { after, before } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { smsSize } from '#shared/sms.ts';
import { createRecipients, type ReadyDelivery } from '#testing/deliveries.ts';
import { createGroup, createMailingList, createPerson } from '#testing/factories.ts';
import { type Gateway, startGateway } from '#testing/fakes/gateway.ts';
import { failingDb, withKeptLog } from '#testing/faults.ts';
import { createDraft, statusesOf } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { createSmsChannel, type SmsChannel } from '#testing/sms-channel.ts';
import { until } from '#testing/until.ts';
import { runs } from '../../../scripts/in-full.ts';
import { startSettling } from './settle-callbacks.ts';

// Over the network, through a provider in one file.
let server: TestServer;
let gateway: Gateway;
let channel: SmsChannel;
let manager: TestClient;
let db: Db;
before(async () => {
  server = await startTestServer();
  gateway = await startGateway();
  db = server.app.db;
  channel = await createSmsChannel(server, gateway, '+49 0.075');
  manager = await server.as('crisis_manager');
});
after(async () => {
  await server.stop();
  await gateway.stop();
});

let numbers = 0;
const number = () => `+4915150${String(++numbers).padStart(6, '0')}`;
const people = (n: number) =>
  Promise.all(Array.from({ length: n }, async () => (await createPerson(db, { mobile: number(), email: null })).id));
const read = `query ($id: ID!) { message(id: $id) { status percentageStatus cost
  messageResult { sent delivered read failed expired error } } }`;
const shown = async (id: number) => (await manager.run(read, { id: String(id) })).message;
const statuses = async ({ recipients }: ReadyDelivery): Promise<string[]> => {
  const ids = recipients.map(({ id }) => id);
  const rows = await db.selectFrom('messageRecipients').select('status').where('id', 'in', ids).orderBy('id').execute();
  return rows.map(({ status }) => status);
};
const externalId = (to: string) => gateway.taken.find((taken) => taken.to === to)?.id;
const idOf = async (to: string) => until(async () => externalId(to));
const receipt = (id: string, state: string) => ({ kind: 'receipt' as const, id, state });

/** Sends and waits until the gateway has all. */
async function send(values: Parameters<typeof createDraft>[1]): Promise<{ id: number; reportId: number }> {
  const { id, reportId } = await createDraft(db, { channelId: channel.id, ...values });
  await manager.run('mutation ($id: ID!, $key: String!) { sendMessage(id: $id, launchKey: $key) { _id } }', {
    id: String(id),
    key: `receipts-${id}`,
  });
  return { id, reportId };
}

const fates = {
  none: { words: [], status: 'sent' },
  accepted: { words: ['ACCEPTD'], status: 'sent' },
  delivered: { words: ['ACCEPTD', 'DELIVRD'], status: 'delivered' },
  read: { words: ['ACCEPTD', 'DELIVRD', 'READ'], status: 'read' },
  unread: { words: ['READ'], status: 'read' },
  failed: { words: ['ACCEPTD', 'UNDELIV'], status: 'failed' },
  reachedAfterAll: { words: ['UNDELIV', 'DELIVRD'], status: 'delivered' },
  readAfterAll: { words: ['EXPIRED', 'UNDELIV', 'READ'], status: 'read' },
  given: { words: ['EXPIRED', 'UNDELIV'], status: 'failed' },
  expired: { words: ['ACCEPTD', 'EXPIRED'], status: 'expired' },
} as const;
const world = fc.array(
  fc.record({
    fate: fc.constantFrom(...(Object.keys(fates) as (keyof typeof fates)[])),
    /** Received before the gateway's response with the id. */
    early: fc.boolean(),
    doubled: fc.boolean(),
  }),
  { minLength: 1, maxLength: 8 },
);

test('receipts in any order, doubled or early, leave each recipient in their final state', async () => {
  await fc.assert(
    fc.asyncProperty(world, fc.infiniteStream(fc.nat()), async (told, dice) => {
      const phones = told.map(number);
      const news = (at: number, id: string) => {
        const { fate, doubled } = told[at]!;
        const words: string[] = [...fates[fate].words];
        return [...words, ...(doubled ? words : [])].map((word) => receipt(id, word));
      };
      gateway.before = async ({ to, id }) => {
        const at = phones.indexOf(to);
        if (at >= 0 && told[at]!.early) for (const one of shuffled(news(at, id), dice)) await channel.tell(one);
      };
      const delivery = await createRecipients(db, {
        count: told.length,
        channelId: channel.id,
        address: (n) => phones[n]!,
      });
      const late = await Promise.all(phones.map(async (to, at) => (told[at]!.early ? [] : news(at, await idOf(to)))));
      const rest = shuffled(late.flat(), dice);
      while (rest.length)
        assert.equal(await channel.tell(...rest.splice(0, 1 + ((dice.next().value as number) % 3))), 200);
      const expected = told.map(({ fate }) => fates[fate].status as string);
      const reached = until(async () => JSON.stringify(await statuses(delivery)) === JSON.stringify(expected));
      await reached.catch(() => undefined);
      assert.deepEqual(await statuses(delivery), expected);
    }),
    { numRuns: runs(12) },
  );
  gateway.before = async () => {};
});

function shuffled<T>(items: readonly T[], dice: Iterator<number>): T[] {
  return items
    .map((item) => [dice.next().value as number, item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);
}

test('a receipt never moves a state back, and the furthest report counts', async () => {
  const delivery = await createRecipients(db, { count: 2, channelId: channel.id, address: number });
  const [one, two] = (await Promise.all(delivery.recipients.map(({ targetAddress }) => idOf(targetAddress)))) as [
    string,
    string,
  ];
  await until(async () => (await statuses(delivery)).every((status) => status === 'sent'));
  for (const word of ['DELIVRD', 'UNDELIV', 'ACCEPTD', 'EXPIRED']) await channel.tell(receipt(one, word));
  await channel.tell(receipt(two, 'UNDELIV'));
  assert.deepEqual(await statuses(delivery), ['delivered', 'failed']);
  for (const word of ['EXPIRED', 'READ', 'DELIVRD', 'ACCEPTD']) await channel.tell(receipt(two, word));
  assert.deepEqual(await statuses(delivery), ['delivered', 'read']);
  const row = await db
    .selectFrom('messageRecipients')
    .select(['statusReason', 'deliveredAt'])
    .where(
      'id',
      'in',
      delivery.recipients.map(({ id }) => id),
    )
    .orderBy('id')
    .execute();
  assert.ok(row.every(({ deliveredAt, statusReason }) => deliveredAt && !statusReason));
});

test('a person reported as not reached makes room for the next one, and the message shows it', async () => {
  const [a, b] = (await people(2)) as [number, number];
  const group = await createGroup(db, { members: [a, b] });
  const list = await createMailingList(db, { groups: [{ id: group.id, stopLimit: 1 }] });
  const before = gateway.taken.length;
  const { id } = await send({ lists: [list.id], requestAnswer: true });
  const first = await until(async () => gateway.taken[before]);
  await until(async () => (await statusesOf(db, id))[a] === 'sent');
  assert.equal(await channel.tell(receipt(first.id, 'UNDELIV')), 200);
  const second = await until(async () => gateway.taken[before + 1]);
  assert.notEqual(second.to, first.to);
  assert.equal((await statusesOf(db, id))[a], 'failed undelivered');
});

test('corrects a message that counted as sent when its texts fail', async () => {
  const [a, b] = (await people(2)) as [number, number];
  const before = gateway.taken.length;
  const { id } = await send({ people: [a, b] });
  await until(async () => (await shown(id)).status === 'sent');
  const sent = gateway.taken.slice(before);
  await channel.tell(receipt(sent[0]!.id, 'UNDELIV'), receipt(sent[1]!.id, 'ACCEPTD'));
  assert.partialDeepStrictEqual(await shown(id), {
    status: 'sent_with_errors',
    percentageStatus: 100,
    messageResult: { sent: 1, failed: 1 },
  });
  await channel.tell(receipt(sent[1]!.id, 'EXPIRED'));
  assert.partialDeepStrictEqual(await shown(id), {
    status: 'failed',
    messageResult: { failed: 1, expired: 1, error: 'undelivered' },
  });
  await channel.tell(receipt(sent[1]!.id, 'DELIVRD'));
  assert.partialDeepStrictEqual(await shown(id), {
    status: 'sent_with_errors',
    messageResult: { delivered: 1, failed: 1, error: null },
  });
  await channel.tell(receipt(sent[0]!.id, 'READ'));
  assert.partialDeepStrictEqual(await shown(id), { status: 'sent', messageResult: { delivered: 1, read: 1 } });
});

test('an ID can have any length and letters, and an unreadable receipt delays no other', async () => {
  gateway.before = async (taken) => {
    taken.id = `${taken.to} ${randomBytes(4000).toString('hex')}\0`;
  };
  const delivery = await createRecipients(db, { count: 2, channelId: channel.id, address: number });
  const [one, two] = await Promise.all(delivery.recipients.map(({ targetAddress }) => idOf(targetAddress)));
  gateway.before = async () => {};
  await until(async () => (await statuses(delivery)).every((status) => status === 'sent'));
  const odd = [
    { ...receipt(one!, 'DELIVRD'), at: 'gestern' },
    { ...receipt('\0', 'DELIVRD'), at: '-200000-01-01T00:00:00Z' },
  ];
  assert.equal(await channel.tell(...odd, receipt(two!, 'READ')), 200);
  assert.deepEqual(await statuses(delivery), ['delivered', 'read']);
});

test('live views update on receipts', async () => {
  const delivery = await createRecipients(db, { count: 1, channelId: channel.id, address: number });
  const id = await idOf(delivery.recipients[0]!.targetAddress);
  await until(async () => (await statuses(delivery))[0] === 'sent');
  let heard = 0;
  const unwatch = server.app.live.watch(`message:${delivery.messageId}`, () => heard++);
  const before = heard;
  await channel.tell(receipt(id, 'DELIVRD'));
  await until(async () => heard > before);
  unwatch();
});

test('soon processes receipts that a dead process stored but did not process', async () => {
  const delivery = await createRecipients(db, { count: 1, channelId: channel.id, address: number });
  const id = await idOf(delivery.recipients[0]!.targetAddress);
  await until(async () => (await statuses(delivery))[0] === 'sent');
  await db.insertInto('receipts').values({ channelId: channel.id, externalId: id, status: 'delivered' }).execute();
  await until(async () => (await statuses(delivery))[0] === 'delivered');
  assert.equal((await db.selectFrom('receipts').selectAll().where('externalId', '=', id).execute()).length, 0);
});

test('processes receipts stored right before a long loss of the database', async () => {
  const delivery = await createRecipients(db, { count: 2, channelId: channel.id, address: number });
  const ids = await Promise.all(delivery.recipients.map(({ targetAddress }) => idOf(targetAddress)));
  await until(async () => (await statuses(delivery)).every((status) => status === 'sent'));
  const launchedAt = new Date(Date.now() - 3_600_000);
  await db.updateTable('messages').set({ launchedAt }).where('id', '=', delivery.messageId).execute();
  const failing = failingDb(db);
  const { app, lines } = withKeptLog(server.app);
  failing.failAfter(0, new Error('away'));
  const settling = startSettling({ ...app, db: failing.db });
  // only a failed look makes the next one look further back
  const hasFailed = async () => lines().some((line) => /"worker_failed","loop":"callbacks"/.test(line));
  for (const [at, found] of [
    [0, ['delivered', 'sent']],
    [1, ['delivered', 'delivered']],
  ] as const) {
    failing.failAfter(0, new Error('away'));
    await until(hasFailed);
    const receivedAt = new Date(Date.now() - 600_000);
    const told = { channelId: channel.id, externalId: ids[at]!, status: 'delivered', receivedAt };
    await db.insertInto('receipts').values(told).execute();
    failing.failAfter(Number.POSITIVE_INFINITY, null);
    await until(async () => isDeepStrictEqual(await statuses(delivery), found));
  }
  await settling.stop();
});

test('a reused provider ID does not mix up receipts of the old and the new message', async () => {
  const id = `counter-${Date.now()}`;
  const told = { channelId: channel.id, externalId: id, status: 'failed', receivedAt: new Date(Date.now() - 60_000) };
  await db.insertInto('receipts').values(told).execute();
  gateway.before = async (taken) => {
    taken.id = id;
  };
  const old = await createRecipients(db, { count: 1, channelId: channel.id, address: number });
  await until(async () => (await statuses(old))[0] === 'sent');
  const fresh = await createRecipients(db, { count: 1, channelId: channel.id, address: number });
  await until(async () => (await statuses(fresh))[0] === 'sent');
  gateway.before = async () => {};
  assert.equal(await channel.tell(receipt(id, 'DELIVRD')), 200);
  assert.deepEqual([await statuses(old), await statuses(fresh)], [['sent'], ['delivered']]);
  gateway.before = async (taken) => {
    taken.id = id;
  };
  const third = await createRecipients(db, { count: 1, channelId: channel.id, address: number });
  await until(async () => (await statuses(third))[0] === 'sent');
  gateway.before = async () => {};
  await sql`update receipts set received_at = now() - interval '1 day' where external_id = ${id}`.execute(db);
  const lost = receipt(id, 'UNDELIV');
  assert.equal(await channel.tell(lost, lost), 200);
  assert.deepEqual(await statuses(third), ['failed'], 'it is told anew, and no longer what lay there');
});

test('during a retry a delivered receipt ends it, and a failed receipt waits for its outcome', async () => {
  const delivery = await createRecipients(db, { count: 2, channelId: channel.id, address: number });
  const [one, two] = (await Promise.all(delivery.recipients.map(({ targetAddress }) => idOf(targetAddress)))) as [
    string,
    string,
  ];
  await until(async () => (await statuses(delivery)).every((status) => status === 'sent'));
  // a message of unknown outcome with the id
  const unknown = { status: 'retrying', untold: true, tryAt: new Date(Date.now() + 3_600_000), sentAt: null };
  await db.transaction().execute(async (tx) => {
    await sql`alter table message_recipients disable trigger user`.execute(tx);
    await tx.updateTable('messageRecipients').set(unknown).where('messageId', '=', delivery.messageId).execute();
    await sql`alter table message_recipients enable trigger user`.execute(tx);
  });
  assert.equal(await channel.tell(receipt(one, 'DELIVRD'), receipt(two, 'UNDELIV')), 200);
  assert.deepEqual(await statuses(delivery), ['delivered', 'retrying']);
  gateway.before = async (taken) => {
    taken.id = two;
  };
  await db
    .updateTable('messageRecipients')
    .set({ tryAt: new Date() })
    .where('id', '=', delivery.recipients[1]!.id)
    .execute();
  await until(async () => (await statuses(delivery))[1] === 'failed');
  gateway.before = async () => {};
});

test('stores a receipt of an unknown message once, and ignores one of another channel', async () => {
  const stranger = receipt(`stranger-${Date.now()}`, 'DELIVRD');
  assert.equal(await channel.tell(stranger), 200);
  assert.equal(await channel.tell(stranger), 200);
  const kept = await db.selectFrom('receipts').selectAll().where('externalId', '=', stranger.id).execute();
  assert.deepEqual(
    kept.map(({ channelId, status }) => [channelId, status]),
    [[channel.id, 'delivered']],
  );
  const delivery = await createRecipients(db, { count: 1, channelId: channel.id, address: number });
  const id = await idOf(delivery.recipients[0]!.targetAddress);
  await until(async () => (await statuses(delivery))[0] === 'sent');
  const other = await createSmsChannel(server, gateway);
  assert.equal(await other.tell(receipt(id, 'UNDELIV')), 200);
  assert.deepEqual(await statuses(delivery), ['sent']);
});

test('a text costs as much as its provider declares, before and after', async () => {
  const [a] = (await people(1)) as [number];
  const before = gateway.taken.length;
  const values = {
    people: [a],
    title: 'Brand in Haus B',
    content: 'Bitte kommen Sie. '.repeat(12),
    requestAnswer: true,
  };
  const { id } = await createDraft(db, { channelId: channel.id, ...values });
  const { preflight } = await manager.run(
    'query ($id: ID!) { preflight(message: $id) { blockers cost { cost parts encoding } } }',
    { id: String(id) },
  );
  assert.deepEqual(preflight.blockers, []);
  await manager.run(`mutation { sendMessage(id: ${id}, launchKey: "cost-${id}") { _id } }`);
  const { text } = await until(async () => gateway.taken[before]);
  const { parts, encoding } = smsSize(text);
  assert.ok(parts > 1);
  assert.deepEqual(preflight.cost, { cost: String((parts * 75) / 1000), parts, encoding });
  await until(async () => (await shown(id)).status === 'sent');
  assert.equal((await shown(id)).cost, preflight.cost.cost);
});
