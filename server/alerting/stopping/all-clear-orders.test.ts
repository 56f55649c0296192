import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { setImmediate as letOthers } from 'node:timers/promises';
import fc from 'fast-check';
import { sql } from 'kysely';
import { recordAnswer } from '#server/alerting/answers/answers.ts';
import { type Claimed, claimRecipients } from '#server/alerting/delivery/queue/claim.ts';
import { findDue } from '#server/alerting/delivery/queue/due.ts';
import { applyReceipts, storeReceipts } from '#server/alerting/delivery/receipts.ts';
import { recordResults } from '#server/alerting/delivery/results.ts';
import { type AttemptOutcome, failed, returned, sent } from '#server/alerting/delivery/retry.ts';
import type { HeldRecipient } from '#server/alerting/delivery/slow.ts';
import { watchStopped } from '#server/alerting/delivery/stopped.ts';
import { wakeAfter } from '#server/alerting/delivery/wake-after.ts';
import { advanceMessages, launchDue } from '#server/alerting/launch/advance-messages.ts';
import { crossedOf } from '#server/alerting/progress/all-clears.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { createEvent, createGroup, createMailingList, createPerson, createReport } from '#testing/factories.ts';
import { createChannel, createDraft } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { runs } from '../../../scripts/in-full.ts';

// without workers: the test claims, sends, fails, dies and is replaced
let server: TestServer;
let manager: TestClient;
let db: Db;
let channels: number[];
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  manager = await server.as('crisis_manager');
  db = server.app.db;
  const settings = JSON.stringify({ provider: 'sms-gateway' });
  await createChannel(db, 'email'); // not chosen: the fallback for unreachable people
  channels = [(await createChannel(db, 'email')).id, (await createChannel(db, 'sms', { settings })).id];
});
after(() => server.stop());

const size = 10;
const act = fc.record({
  what: fc.constantFrom('claim', 'claim', 'begin', 'record', 'record', 'die', 'clock', 'pass', 'bounce', 'answer'),
  worker: fc.nat({ max: 1 }),
  /** How the attempts that are recorded ended. */
  fate: fc.constantFrom('sent', 'sent', 'refused', 'deferred', 'unknown'),
  person: fc.nat({ max: size - 1 }),
});
const world = fc.record({
  before: fc.array(act, { minLength: 4, maxLength: 14 }),
  /** Simultaneous with the all-clear. */
  during: fc.array(act, { minLength: 0, maxLength: 4 }),
  after: fc.array(act, { minLength: 6, maxLength: 14 }),
  needed: fc.integer({ min: 1, max: 4 }),
  /** Whether all are asked over both channels before. */
  isOut: fc.boolean(),
});
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never;

test('after random claims, retries, deaths and receipts, no alarm message follows its all-clear', async () => {
  await fc.assert(
    fc.asyncProperty(world, async ({ before: first, during, after: then, needed, isOut }) => {
      const alarm = await raise(needed);
      for (const one of [...opening, ...(isOut ? allOut : []), ...first]) await alarm.act(one);
      await alarm.giveAllClear(during);
      for (const one of [...then, ...closing]) await alarm.act(one);
      await alarm.check();
    }),
    { numRuns: runs(30), endOnFailure: true },
  );
});

const plain = { worker: 0, fate: 'sent', person: 0 } as const;
/** Someone has the alarm. */
const opening: Act[] = [
  { ...plain, what: 'claim' },
  { ...plain, what: 'begin' },
  { ...plain, what: 'record' },
];
const round = ['pass', 'clock', 'claim', 'begin', 'record'] as const;
const allOut: Act[] = [...round, ...round, ...round].map((what) => ({ ...plain, what }));
/** Enough of everything that nothing is left to do. */
const closing: Act[] = [0, 1, 0, 1].flatMap((worker) => [
  ...(['record', 'die', ...round] as const).map((what) => ({ ...plain, worker, what })),
  ...Array.from({ length: size }, (_, person): Act => ({ ...plain, what: 'bounce', person })),
  { ...plain, what: 'clock' },
]);

interface Worker {
  id: string;
  held: Map<number, HeldRecipient & { claimed: Claimed; begun: boolean }>;
  watch: ReturnType<typeof watchStopped>;
}

let count = 0;

async function raise(needed: number) {
  const people: number[] = [];
  while (people.length < size) {
    people.push((await createPerson(db, { mobile: `+4915175${String(++count).padStart(6, '0')}` })).id);
  }
  const group = await createGroup(db, { members: people.slice(0, 6) });
  const list = await createMailingList(db, { groups: [{ id: group.id, stopLimit: needed }] });
  const { id: eventId } = await createEvent(db);
  const { id: reportId } = await createReport(db, { eventId });
  for (const channelId of channels) {
    await createDraft(db, { reportId, channelId, lists: [list.id], people: people.slice(6), requestAnswer: true });
  }
  await send(reportId);
  const workers = [newWorker(), newWorker()];
  /** Sent rows in order; `late`: after the all-clear. */
  const begun: { row: number; late: boolean }[] = [];
  let clear: number | null = null;
  let onTheWire: number[] = [];

  const steps: Record<Act['what'], (one: Act) => Promise<unknown>> = {
    claim: async ({ worker }) => {
      const { id, held, watch } = workers[worker]!;
      watch.begin();
      const due = (await findDue(db, 1000)).map((one) => ({ ...one, count: 6 }));
      for (const claimed of due.length ? await claimRecipients(db, { id }, due) : []) {
        const { messageId, channelId, lane } = claimed;
        const one = { messageId, channelId, isAlarm: lane === 'alarm', since: performance.now(), isUnderway: false };
        held.set(claimed.id, { ...one, claimed, begun: false });
      }
    },
    begin: async ({ worker }) => {
      const { held, watch } = workers[worker]!;
      for (const one of held.values()) {
        if (one.begun || watch.has(one.messageId)) continue;
        one.begun = true;
        if (one.claimed.reportId !== clear) begun.push({ row: one.claimed.id, late: clear !== null });
      }
    },
    record: async ({ worker, fate }) => {
      const { id, held } = workers[worker]!;
      const record = recordResults(
        server.app,
        { id },
        () => {},
        () => false,
      );
      const all = [...held.values()];
      held.clear();
      await Promise.all(
        all.map((one) => record({ ...(one.begun ? outcomes[fate]() : returned), recipient: one.claimed })),
      );
    },
    die: async ({ worker }) => {
      const { id, watch } = workers[worker]!;
      watch.close();
      workers[worker] = newWorker();
      await db.transaction().execute(async (tx) => {
        const { rows } = await sql<Parameters<typeof wakeAfter>[1][number]>`
          update message_recipients set status = 'queued', epoch = epoch + 1, owner = null, maybe_duplicate = true,
            crash_count = crash_count + 1
          where status = 'sending' and owner = ${id} returning id, message_id, report_id, person_id, status`.execute(
          tx,
        );
        await wakeAfter(tx, rows);
      });
    },
    clock: async () => {
      await Promise.all([advanceMessages(server.app), advanceMessages({ ...server.app })]);
      await launchDue(server.app);
    },
    pass: async () => {
      await sql`
        update message_recipients set try_at = try_at - interval '2 minutes' where report_id = ${reportId}
          and try_at is not null`.execute(db);
      await sql`
        update cascade_members m set asked_at = asked_at - interval '10 minutes', due_at = m.due_at - interval '10 minutes'
        from cascades c where c.id = m.cascade_id and c.report_id = ${reportId}`.execute(db);
      await sql`update cascades set due_at = due_at - interval '10 minutes' where report_id = ${reportId}`.execute(db);
      await sql`update follow_up_watches set due_at = clock_timestamp() where due_at < 'infinity'`.execute(db);
    },
    bounce: async ({ person }) => {
      const { rows } = await sql<{ channelId: number; externalId: string }>`
        select channel_id, external_id from message_recipients where report_id = ${reportId}
          and person_id = ${people[person]} and status = 'sent' and external_id is not null`.execute(db);
      for (const { channelId, externalId } of rows) {
        await db
          .transaction()
          .execute((tx) => storeReceipts(tx, channelId, [{ externalId, status: 'failed', reason: 'address_unknown' }]));
        await applyReceipts(db, { channelId, externalIds: [externalId] });
      }
    },
    answer: async ({ person, fate }) => {
      const { rows } = await sql<{ id: number }>`
        select id from message_recipients where report_id = ${reportId} and person_id = ${people[person]}
          and token_hash is not null limit 1`.execute(db);
      const option = fate === 'sent' ? '1' : '2';
      if (rows[0]) await recordAnswer(server.app, { recipientId: rows[0].id, option, minutes: 10, source: 'operator' });
    },
  };
  const sending = async () => {
    const { rows } = await sql<{ id: number }>`
      select id from message_recipients where report_id = ${reportId} and status = 'sending'`.execute(db);
    return rows.map(({ id }) => id);
  };
  return {
    act: (one: Act) => steps[one.what](one),
    async giveAllClear(during: Act[]) {
      const draft = (
        await manager.run('mutation ($id: ID!) { createAllClear(event: $id) { _id } }', { id: String(eventId) })
      ).createAllClear._id;
      const others = (async () => {
        for (const one of during) {
          await steps[one.what](one);
          await letOthers();
        }
      })();
      await Promise.all([send(draft), others]);
      clear = draft;
      onTheWire = await sending();
      // a worker knows of it when the notice has come
      const isKnown = ({ held, watch }: Worker) =>
        [...held.values()].every(({ messageId, claimed }) => claimed.reportId === draft || watch.has(messageId));
      await until(async () => workers.every(isKnown));
    },
    async check() {
      for (const { watch } of workers) watch.close();
      const rows = await rowsOf(eventId, clear!);
      const alarm = rows.filter(({ reportId: of }) => of !== clear);
      const own = new Set(alarm.map(({ id }) => id)); // the workers also send what is left of other alarms
      assert.deepEqual(
        begun.filter(({ row, late }) => late && own.has(row)),
        [],
        'nothing is handed over after the all-clear',
      );
      assert.deepEqual(
        alarm.filter(({ claimedLate }) => claimedLate),
        [],
        'nothing is claimed after the all-clear',
      );
      const open = ['pending', 'queued', 'sending', 'retrying'];
      assert.deepEqual(
        alarm.filter(({ status }) => open.includes(status)),
        [],
        'everything came to an end',
      );
      const crossed = await crossedOf(db, onTheWire);
      const left = alarm.filter(({ id, status }) => onTheWire.includes(id) && ['sent', 'delivered'].includes(status));
      assert.deepEqual(
        left.filter(({ id }) => !crossed.get(id)),
        [],
        'what was on the wire is marked',
      );
      const may = alarm.filter(({ status, maybe }) => maybe || ['sent', 'delivered'].includes(status));
      const told = new Set(rows.filter(({ reportId: of }) => of === clear).map(({ personId }) => personId));
      assert.deepEqual(
        may.filter(({ personId }) => !told.has(personId)),
        [],
        'whoever may have it gets the all-clear',
      );
    },
  };
}

const newWorker = (): Worker => {
  const held: Worker['held'] = new Map();
  return { id: `worker-${++count}`, held, watch: watchStopped(server.app, held) };
};

const outcomes: Record<Act['fate'], () => AttemptOutcome> = {
  sent: () => sent({ externalId: `row-${++count}` }),
  refused: () => failed('address_unknown'),
  deferred: () => ({ ...failed('recipient_deferred'), status: 'retrying', delay: 20 }),
  unknown: () => ({ ...failed('outcome_unknown'), status: 'retrying', delay: 20, maybeDuplicate: true, untold: true }),
};

const send = (report: number) =>
  manager.run('mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { id } }', {
    id: String(report),
    key: `orders-${report}`,
  });

async function rowsOf(eventId: number, clear: number) {
  const { rows } = await sql<{
    id: number;
    reportId: number;
    personId: number;
    status: string;
    maybe: boolean;
    claimedLate: boolean;
  }>`
    select r.id, r.report_id, r.person_id, r.status, r.maybe_duplicate as maybe,
      coalesce(r.claimed_at > (select min(all_clear_at) from reports where all_clear_id = ${clear}), false) as claimed_late
    from message_recipients r join reports p on p.id = r.report_id
    where p.event_id = ${eventId} and not r.superseded and r.status <> 'suppressed'`.execute(db);
  return rows;
}
