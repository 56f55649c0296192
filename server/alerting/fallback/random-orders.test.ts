import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { recordAnswer } from '#server/alerting/answers/answers.ts';
import { type Claimed, claimRecipients } from '#server/alerting/delivery/queue/claim.ts';
import { findDue } from '#server/alerting/delivery/queue/due.ts';
import { applyReceipts, storeReceipts } from '#server/alerting/delivery/receipts.ts';
import { recordResults } from '#server/alerting/delivery/results.ts';
import { failed, sent } from '#server/alerting/delivery/retry.ts';
import { storeTrouble } from '#server/alerting/delivery/trouble.ts';
import { advanceMessages } from '#server/alerting/launch/advance-messages.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { createEvent, createPerson, createReport } from '#testing/factories.ts';
import { createChannel, createDraft } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { runs } from '../../../scripts/in-full.ts';

// Without a worker: the test sends, fails, duplicates and delays, and runs two schedulers at once.
let server: TestServer;
let manager: TestClient;
let db: Db;
const channels: Record<'mail' | 'sms' | 'spare' | 'call', number> = { mail: 0, sms: 0, spare: 0, call: 0 };
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  manager = await server.as('crisis_manager');
  await db.updateTable('channelTypes').set({ isActive: true }).where('identifier', '=', 'voice').execute();
  const settings = JSON.stringify({ provider: 'call-gateway' });
  channels.mail = (await createChannel(db, 'email')).id;
  channels.sms = (await createChannel(db, 'sms', { settings: JSON.stringify({ provider: 'sms-gateway' }) })).id;
  channels.spare = (await createChannel(db, 'email')).id;
  channels.call = (await createChannel(db, 'voice', { settings })).id;
});
after(() => server.stop());

const ticks = 14;
let numbers = 0;
const fates = {
  silent: [],
  delivered: ['sent', 'delivered'],
  read: ['delivered', 'read'],
  refused: null,
  deferred: [],
  bounced: ['sent', 'failed'],
  readAfterAll: ['failed', 'read'],
  expired: ['expired'],
} as const;
type Fate = keyof typeof fates;
const fate = fc.constantFrom(...(Object.keys(fates) as Fate[]));
const person = fc.record({
  email: fc.boolean(),
  mobile: fc.boolean(),
  order: fc.subarray(['sms', 'email', 'voice'], { minLength: 0 }),
  fates: fc.record({ mail: fate, sms: fate, spare: fate, call: fate }),
  /** The delay in ticks of each receipt, and its loss or repetition. */
  receipts: fc.array(fc.record({ lag: fc.nat({ max: 4 }), lost: fc.boolean(), doubled: fc.boolean() }), {
    minLength: 2,
    maxLength: 2,
  }),
  answersAt: fc.option(fc.nat({ max: ticks }), { freq: 3 }),
});
const world = fc.record({
  people: fc.array(person, { minLength: 50, maxLength: 50 }),
  /** Seconds per tick, and the channel whose trouble begins or ends. */
  course: fc.array(
    fc.record({
      seconds: fc.nat({ max: 30 }),
      trouble: fc.option(fc.constantFrom(...(Object.keys(channels) as (keyof typeof channels)[])), { freq: 3 }),
    }),
    { minLength: ticks, maxLength: ticks },
  ),
});
type Person = typeof person extends fc.Arbitrary<infer P> ? P & { id: number } : never;

test('random orders repeat no step, stop after an answer, and use all steps if none arrives', async () => {
  await fc.assert(
    fc.asyncProperty(world, async ({ people, course }) => {
      const alarm = await begin(people);
      for (const [tick, { seconds, trouble }] of [...course, ...calm].entries()) {
        if (tick === ticks) await alarm.endTrouble();
        else if (trouble) await alarm.toggle(trouble);
        await alarm.handOver(tick);
        await alarm.tellReceipts(tick);
        await alarm.answer(tick);
        await pass(alarm.reportId, seconds);
        await Promise.all([advanceMessages(server.app), advanceMessages({ ...server.app })]);
        await advanceMessages(server.app); // each may have left the report to the other, which held one of its messages
      }
      await alarm.check();
    }),
    { numRuns: runs(10), endOnFailure: true },
  );
});

/** Enough ticks for pending work at the end. */
const calm = Array.from({ length: 14 }, () => ({ seconds: 90, trouble: null }));

const pass = (reportId: number, seconds: number) =>
  sql`
    update message_recipients set try_at = try_at - make_interval(secs => ${seconds})
    where report_id = ${reportId} and try_at is not null`.execute(db);

async function begin(given: Omit<Person, 'id'>[]) {
  await sql`update channels set trouble = null`.execute(db);
  const people: Person[] = [];
  for (const one of given) {
    const n = String(++numbers).padStart(8, '0');
    const { id } = await createPerson(db, {
      email: one.email ? `p${n}@example.org` : null,
      mobile: one.mobile ? `+49151${n}` : null,
      channelOrder: one.order,
    });
    people.push({ ...one, id });
  }
  // keeps each channel's message
  const extra = await createPerson(db, { mobile: `+49171${String(++numbers).padStart(8, '0')}` });
  const { id: reportId } = await createReport(db, { eventId: (await createEvent(db)).id });
  const ids = [extra.id, ...people.map(({ id }) => id)];
  for (const channelId of [channels.mail, channels.sms]) {
    await createDraft(db, { reportId, channelId, people: ids, requestAnswer: true });
  }
  await manager.run('mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { id } }', {
    id: String(reportId),
    key: `random-${reportId}`,
  });
  return alarmOf(reportId, new Map(people.map((one) => [one.id, one])));
}

interface Told {
  at: number;
  channelId: number;
  externalId: string;
  status: 'sent' | 'delivered' | 'read' | 'failed' | 'expired';
}

function alarmOf(reportId: number, people: Map<number, Person>) {
  const nameOf = Object.fromEntries(Object.entries(channels).map(([name, id]) => [id, name as keyof typeof channels]));
  const troubled = new Set<number>();
  const over = new Map<number, number>(); // tick of a person's answer or of a read receipt
  const ledger: { personId: number; row: number; taken: boolean }[] = [];
  const late: string[] = [];
  let receipts: Told[] = [];
  const record = recordResults(
    server.app,
    { id: 'test' },
    () => {},
    () => false,
  );

  const attempt = async (claimed: Claimed, tick: number) => {
    const { id, personId, channelId } = claimed;
    const one = people.get(personId!);
    const fate = one?.fates[nameOf[channelId]!] ?? 'silent';
    if (claimed.attempts === 1 && (over.get(personId!) ?? tick) < tick)
      late.push(`${nameOf[channelId]} to ${personId}`);
    const deferred = fate === 'deferred' && claimed.attempts === 1;
    const taken = fate !== 'refused' && !deferred;
    ledger.push({ personId: personId!, row: id, taken });
    const retry = { ...failed('recipient_deferred'), status: 'retrying' as const, delay: 20 };
    const outcome =
      fate === 'refused' ? failed('address_unknown') : deferred ? retry : sent({ externalId: `row-${id}` });
    for (const [n, status] of (taken ? (fates[fate] ?? []) : []).entries()) {
      const { lag, lost, doubled } = one!.receipts[n]!;
      // lost failures are never known
      if (lost && status !== 'failed' && status !== 'expired') continue;
      const told = { channelId, externalId: `row-${id}`, status };
      receipts.push({ ...told, at: tick + lag }, ...(doubled ? [{ ...told, at: tick + lag + 1 }] : []));
    }
    await record({ ...outcome, recipient: claimed });
  };
  return {
    reportId,
    async toggle(name: keyof typeof channels) {
      const channelId = channels[name];
      if (!troubled.delete(channelId)) troubled.add(channelId);
      await storeTrouble(
        db,
        { channelId, kind: 'trouble', reason: troubled.has(channelId) ? 'channel_unreachable' : null },
        true,
      );
    },
    async endTrouble() {
      for (const channelId of troubled) await storeTrouble(db, { channelId, kind: 'trouble', reason: null }, true);
      troubled.clear();
    },
    async handOver(tick: number) {
      const due = (await findDue(db, 1000)).filter(({ channelId }) => !troubled.has(channelId));
      const claimed = due.length ? await claimRecipients(db, { id: 'test' }, due) : [];
      await Promise.all(claimed.map((one) => attempt(one, tick)));
    },
    async tellReceipts(tick: number) {
      const now = receipts.filter(({ at }) => at <= tick);
      receipts = receipts.filter(({ at }) => at > tick);
      for (const { channelId, externalId, status } of now.reverse()) {
        await db.transaction().execute((tx) => storeReceipts(tx, channelId, [{ externalId, status }]));
        await applyReceipts(db, { channelId, externalIds: [externalId] });
      }
      const { rows } = await sql<{ personId: number | null }>`
        select person_id from message_recipients where report_id = ${reportId} and status = 'read'`.execute(db);
      for (const { personId } of rows) if (!over.has(personId!)) over.set(personId!, tick);
    },
    async answer(tick: number) {
      for (const one of people.values()) {
        if (one.answersAt !== tick) continue;
        const row = await db
          .selectFrom('messageRecipients')
          .select('id')
          .where('reportId', '=', reportId)
          .where('personId', '=', one.id)
          .orderBy('id')
          .executeTakeFirstOrThrow();
        await recordAnswer(server.app, { recipientId: row.id, option: '2', source: 'operator' });
        over.set(one.id, Math.min(tick, over.get(one.id) ?? tick));
      }
    },
    async check() {
      assert.deepEqual(late, [], 'nobody gets a further step after an answer or a reading');
      const taken = ledger.filter((entry) => entry.taken).map(({ row }) => row);
      assert.equal(new Set(taken).size, taken.length, 'no step is handed over twice');
      const { rows } = await sql<{ personId: number | null; channelId: number; status: string; n: number }>`
        select person_id, channel_id, min(status) as status, count(*) as n from message_recipients
        where report_id = ${reportId} and person_id = any(${[...people.keys()]}) and not superseded group by person_id, channel_id`.execute(
        db,
      );
      assert.deepEqual(
        rows.filter(({ n }) => n > 1),
        [],
        'one row per person and channel',
      );
      const waiting = rows.filter(({ status }) => ['pending', 'queued', 'sending', 'retrying'].includes(status));
      assert.deepEqual(waiting, [], 'everything came to an end');
      for (const one of people.values()) {
        const own = rows.filter(({ personId }) => personId === one.id);
        if (over.has(one.id) || own.some(({ status }) => ['sent', 'delivered', 'read'].includes(status))) continue;
        const tried = new Set(own.filter(({ status }) => status !== 'suppressed').map(({ channelId }) => channelId));
        const usable = [
          ...(one.email ? [channels.mail, channels.spare] : []),
          ...(one.mobile ? [channels.sms, channels.call] : []),
        ];
        assert.deepEqual(
          usable.filter((id) => !tried.has(id)),
          [],
          `${one.id} has an untried step`,
        );
      }
    },
  };
}
