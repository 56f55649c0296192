import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { type Claimed, claimRecipients } from '#server/alerting/delivery/queue/claim.ts';
import { findDue } from '#server/alerting/delivery/queue/due.ts';
import { takeBack } from '#server/alerting/delivery/reap.ts';
import { applyReceipts, storeReceipts } from '#server/alerting/delivery/receipts.ts';
import { recordResults } from '#server/alerting/delivery/results.ts';
import { type AttemptOutcome, outcomeOfError, sent } from '#server/alerting/delivery/retry.ts';
import { storeTrouble } from '#server/alerting/delivery/trouble.ts';
import { advanceMessages } from '#server/alerting/launch/advance-messages.ts';
import { DeliveryError } from '#server/channels/channel.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { reapDead } from '#server/platform/nodes/reaper.ts';
import { createEvent, createPerson, createReport } from '#testing/factories.ts';
import { createChannel, createDraft } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { runs } from '../../../scripts/in-full.ts';

// Without a worker, two mail channels: the test sends, fails, kills, delays and reports late.
let server: TestServer;
let manager: TestClient;
let db: Db;
const channels = { first: 0, second: 0 };
type Name = keyof typeof channels;
const names: Name[] = ['first', 'second'];
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  manager = await server.as('crisis_manager');
  await sql`update channels set is_active = false where channel_type_id <> (
    select id from channel_types where identifier = 'exercise')`.execute(db);
  for (const name of names) channels[name] = (await createChannel(db, 'email')).id;
  await sql`update system_settings set value_str = '0' where value_key = 'undo_seconds'`.execute(db);
  await sql`insert into nodes (id, heartbeat_at) values ('test', now() + interval '1 day')`.execute(db);
});
after(() => server.stop());

/** An attempt's outcome, and whether the person has the text. */
const outcomes = {
  taken: true,
  delivered: true,
  takenThenSaidLost: true, // a provider is mistaken
  unknownArrived: true,
  killedArrived: true,
  slowArrived: true,
  deferred: false,
  channelFault: false,
  unknownLost: false,
  killedLost: false,
  slowDeferred: false,
  returned: false,
  // only where the address does not work
  refused: false,
  bounced: false,
} as const;
type Outcome = keyof typeof outcomes;
const where = (works: boolean): Outcome[] =>
  (Object.keys(outcomes) as Outcome[]).filter((name) =>
    works ? name !== 'refused' && name !== 'bounced' : !outcomes[name],
  );
const way = fc
  .boolean()
  .chain((works) =>
    fc.record({ works: fc.constant(works), fates: fc.array(fc.constantFrom(...where(works)), { maxLength: 4 }) }),
  );
const person = fc.record({ first: way, second: way }).filter(({ first, second }) => first.works || second.works);
const ticks = 14;
const world = fc.record({
  people: fc.array(person, { minLength: 40, maxLength: 40 }),
  /** Another message of the report on the first channel is a separate text. */
  againAt: fc.option(fc.nat({ max: ticks - 1 })),
  clearAt: fc.option(fc.nat({ max: ticks - 1 }), { freq: 2 }),
  course: fc.array(
    fc.record({ seconds: fc.nat({ max: 40 }), trouble: fc.option(fc.constantFrom(...names), { freq: 2 }) }),
    { minLength: ticks, maxLength: ticks },
  ),
});
type Person = typeof person extends fc.Arbitrary<infer P> ? P : never;
/** Enough ticks for pending work at the end. */
const calm = Array.from({ length: 16 }, () => ({ seconds: 90, trouble: null }));

test('over two channels of a type no reachable person gets it twice unmarked or not at all', async () => {
  await fc.assert(
    fc.asyncProperty(world, async ({ people, againAt, clearAt, course }) => {
      const alarm = await begin(people);
      let isCleared = false;
      for (const [tick, { seconds, trouble }] of [...course, ...calm].entries()) {
        if (trouble) await alarm.toggle(trouble); // what lasts to the end is over only when something is sent
        if (tick === againAt && !isCleared) await alarm.sendMore();
        if (tick === clearAt) isCleared = await alarm.clear();
        await alarm.work(tick);
        await alarm.pass(seconds);
        await alarm.advance();
        await alarm.checkOne();
      }
      await alarm.check(isCleared);
    }),
    { numRuns: runs(15), endOnFailure: true },
  );
});

let numbers = 0;

async function begin(given: readonly Person[]) {
  await sql`update channels set trouble = null`.execute(db);
  const people = new Map<number, Person>();
  for (const one of given) {
    const { id } = await createPerson(db, { email: `twin${++numbers}@example.org` });
    people.set(id, one);
  }
  const event = await createEvent(db);
  const { id: reportId } = await createReport(db, { eventId: event.id });
  const send = async () => {
    await createDraft(db, { reportId, channelId: channels.first, people: [...people.keys()], requestAnswer: true });
    await manager.run('mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { id } }', {
      id: String(reportId),
      key: `twins-${reportId}-${++numbers}`,
    });
  };
  await send();
  return alarmOf({ reportId, eventId: event.id, people, send });
}

interface Started {
  reportId: number;
  eventId: number;
  people: Map<number, Person>;
  send(): Promise<void>;
}

interface GroupRow {
  text: number;
  personId: number;
  /** Open, marked, and unconfirmed rows. */
  open: number;
  marked: boolean;
  unknown: number[];
}

function alarmOf({ reportId, eventId, people, send }: Started) {
  const nameOf = (channelId: number): Name => (channelId === channels.first ? 'first' : 'second');
  const troubled = new Set<Name>();
  const tried = new Map<string, number>();
  const arrived = new Map<string, number>(); // how often a person has a text
  let held: { claimed: Claimed; until: number; fate: Outcome }[] = [];
  let receipts: { at: number; channelId: number; externalId: string; status: 'delivered' | 'failed' }[] = [];
  const record = recordResults(
    server.app,
    { id: 'test' },
    () => {},
    () => false,
  );
  const textOf = async (messageId: number) => {
    const { rows } = await sql<{ text: number }>`
      select coalesce(stands_in_for_id, id) as text from messages where id = ${messageId}`.execute(db);
    return rows[0]!.text;
  };
  const fateOf = ({ personId, channelId }: Claimed, text: number): Outcome => {
    const { works, fates } = people.get(personId!)?.[nameOf(channelId)] ?? { works: true, fates: [] };
    const key = `${text} ${personId} ${channelId}`;
    const count = tried.get(key) ?? 0;
    tried.set(key, count + 1);
    return fates[count] ?? (works ? 'taken' : 'refused');
  };
  const outcomeOf = (fate: Outcome, claimed: Claimed): AttemptOutcome => {
    const externalId = `row-${claimed.id}`;
    if (outcomes[fate] && !fate.startsWith('unknown')) return sent({ externalId });
    if (fate === 'bounced') return sent({ externalId });
    const kinds = {
      channelFault: ['channel', 'channel_unreachable'],
      refused: ['permanent', 'address_unknown'],
      unknownArrived: ['unknown', 'outcome_unknown'],
      unknownLost: ['unknown', 'outcome_unknown'],
    } as const;
    const [kind, reason] = kinds[fate as keyof typeof kinds] ?? (['temporary', 'recipient_deferred'] as const);
    const outcome = outcomeOfError(new DeliveryError(kind, reason), claimed, 15);
    return fate === 'returned' ? { ...outcome, status: 'queued', reason: null, delay: 0, refund: true } : outcome;
  };
  const arrive = (text: number, personId: number | null) => {
    const key = `${text} ${personId}`;
    arrived.set(key, (arrived.get(key) ?? 0) + 1);
  };
  const recovers = async (name: Name) => {
    if (!troubled.delete(name)) return;
    await storeTrouble(db, { channelId: channels[name], kind: 'trouble', reason: null }, true);
  };
  const attempt = async (claimed: Claimed, tick: number) => {
    const text = await textOf(claimed.messageId);
    const fate = fateOf(claimed, text);
    if (outcomes[fate]) arrive(text, claimed.personId);
    if (fate.startsWith('killed')) {
      await sql`update message_recipients set owner = 'gone' where id = ${claimed.id}`.execute(db);
    } else if (fate.startsWith('slow')) held.push({ claimed, until: tick + 3, fate });
    else {
      const outcome = outcomeOf(fate, claimed);
      await record({ ...outcome, recipient: claimed });
      if (tick >= ticks && outcome.status === 'sent' && outcome.externalId) await recovers(nameOf(claimed.channelId));
    }
    const told =
      fate === 'delivered' ? 'delivered' : fate === 'takenThenSaidLost' || fate === 'bounced' ? 'failed' : null;
    if (told)
      receipts.push({ at: tick + 2, channelId: claimed.channelId, externalId: `row-${claimed.id}`, status: told });
  };
  const groups = async () => {
    const { rows } = await sql<GroupRow>`
      select coalesce(m.stands_in_for_id, m.id) as text, r.person_id,
        count(*) filter (where r.status in ('pending', 'queued', 'retrying') and not r.superseded)::int as open,
        bool_or(r.maybe_duplicate) as marked,
        array_agg(r.channel_id) filter (where r.status_reason in ('unconfirmed', 'worker_crashed')) as unknown
      from message_recipients r join messages m on m.id = r.message_id
      where r.report_id = ${reportId} and r.status <> 'suppressed' group by 1, 2`.execute(db);
    return rows;
  };
  return {
    async toggle(name: Name) {
      if (!troubled.delete(name)) troubled.add(name);
      const reason = troubled.has(name) ? 'channel_unreachable' : null;
      await storeTrouble(db, { channelId: channels[name], kind: 'trouble', reason }, true);
    },
    sendMore: send,
    /** Gives the all-clear if anyone has the alarm. */
    async clear(): Promise<boolean> {
      const { data } = await manager.send('mutation ($id: ID!) { createAllClear(event: $id) { _id } }', {
        id: String(eventId),
      });
      if (!data?.createAllClear) return false; // no person has the alarm yet
      const { errors } = await manager.send(
        'mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { id } }',
        { id: String(data.createAllClear._id), key: `clear-${reportId}` },
      );
      return !errors;
    },
    async work(tick: number) {
      await takeBack(db, { changed: () => {} } as never, (tx) => reapDead(tx, { id: 'test' }, 1000));
      for (const { claimed, fate } of held.filter(({ until }) => until <= tick)) {
        await record({ ...outcomeOf(fate, claimed), recipient: claimed });
      }
      held = held.filter(({ until }) => until > tick);
      await sql`insert into step_wakes (report_id, person_id) select report_id, person_id from message_recipients
        where id = any(${held.map(({ claimed }) => claimed.id)})`.execute(db);
      const due = (await findDue(db, 1000))
        .filter(({ channelId }) => channelId === channels.first || channelId === channels.second)
        .map((one) => (troubled.has(nameOf(one.channelId)) ? { ...one, count: 1 } : one)); // it is tried with one
      const claimed = due.length ? await claimRecipients(db, { id: 'test' }, due) : [];
      await Promise.all(claimed.map((one) => attempt(one, tick)));
      const now = receipts.filter(({ at }) => at <= tick);
      receipts = receipts.filter(({ at }) => at > tick);
      for (const { channelId, externalId, status } of now) {
        await db.transaction().execute((tx) => storeReceipts(tx, channelId, [{ externalId, status }]));
        await applyReceipts(db, { channelId, externalIds: [externalId] });
      }
    },
    pass: (seconds: number) =>
      sql`update message_recipients set try_at = try_at - make_interval(secs => ${seconds}),
        claimed_at = claimed_at - make_interval(secs => ${seconds}) where report_id = ${reportId}`.execute(db),
    async advance() {
      await Promise.all([advanceMessages(server.app), advanceMessages({ ...server.app })]);
      await advanceMessages(server.app); // each may have left the report to the other, which held one of its messages
    },
    async checkOne() {
      const doubled = (await groups()).filter(({ open }) => open > 1);
      assert.deepEqual(doubled, [], 'of a text one carrier waits at most');
    },
    async check(isCleared: boolean) {
      for (const { text, personId, open, marked, unknown } of await groups()) {
        const { first, second } = people.get(personId)!;
        const times = arrived.get(`${text} ${personId}`) ?? 0;
        const about = `text ${text} to ${personId}, ${JSON.stringify({ first, second, unknown })}`;
        assert.equal(open, 0, `${about} is still open`);
        assert.ok(times < 2 || marked, `${about} came ${times} times, unmarked`);
        const isUnknown = names.every((name) => !{ first, second }[name].works || unknown?.includes(channels[name]));
        assert.ok(times > 0 || isCleared || isUnknown, `${about} was lost`);
      }
    },
  };
}
