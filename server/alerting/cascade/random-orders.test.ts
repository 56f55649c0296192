import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { recordAnswer } from '#server/alerting/answers/answers.ts';
import { recordArrival } from '#server/alerting/answers/arrivals.ts';
import { claimRecipients } from '#server/alerting/delivery/queue/claim.ts';
import { findDue } from '#server/alerting/delivery/queue/due.ts';
import { recordResults } from '#server/alerting/delivery/results.ts';
import { failed, sent } from '#server/alerting/delivery/retry.ts';
import { advanceMessages } from '#server/alerting/launch/advance-messages.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';
import { createEvent, createGroup, createMailingList, createPerson, createReport } from '#testing/factories.ts';
import { createChannel, createDraft, passMinutes } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { runs } from '../../../scripts/in-full.ts';

// Without a worker: the test sends and fails, and runs two schedulers at once.
let server: TestServer;
let manager: TestClient;
let db: Db;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  manager = await server.as('crisis_manager');
});
after(() => server.stop());

const size = 9;
const act = fc.record({
  person: fc.nat({ max: size - 1 }),
  what: fc.constantFrom('yes', 'yes', 'soon', 'no', 'unclear', 'arrived', 'gone', 'off', 'on'),
  /** Together with the next one, at the same moment. */
  together: fc.boolean(),
});
const world = fc.record({
  groups: fc.array(
    fc.record({
      members: fc.subarray([...Array(size).keys()], { minLength: 2 }),
      needed: fc.integer({ min: 1, max: 3 }),
    }),
    { minLength: 1, maxLength: 2 },
  ),
  /** People who aren't reached at first, and who never are. */
  deferred: fc.subarray([...Array(size).keys()], { maxLength: 3 }),
  unreachable: fc.subarray([...Array(size).keys()], { maxLength: 2 }),
  course: fc.array(
    fc.record({ minutes: fc.nat({ max: 12 }), acts: fc.array(act, { maxLength: 3 }), window: fc.boolean() }),
    {
      minLength: 6,
      maxLength: 10,
    },
  ),
});
type World = typeof world extends fc.Arbitrary<infer W> ? W : never;

test('with two schedulers and random events, no double alerts and no stand-down of needed people', async () => {
  await fc.assert(
    fc.asyncProperty(world, async (given) => {
      const alarm = await begin(given);
      for (const { minutes, acts, window } of given.course) {
        await alarm.handOver();
        await Promise.all([alarm.act(acts), clockworks()]);
        await passMinutes(db, alarm.reportId, minutes);
        if (window) await alarm.endWindow();
        await clockworks();
        await alarm.checkTold();
      }
      await alarm.check();
    }),
    { numRuns: runs(10), endOnFailure: true },
  );
});

const clockworks = () => Promise.all([advanceMessages(server.app), advanceMessages({ ...server.app })]);

async function begin({ groups, deferred, unreachable }: World) {
  const people: number[] = [];
  while (people.length < size) people.push((await createPerson(db)).id);
  const limited = [];
  for (const { members, needed } of groups) {
    const { id } = await createGroup(db, { members: members.map((at) => people[at]!) });
    limited.push({ id, stopLimit: needed });
  }
  const list = await createMailingList(db, { groups: limited });
  const { id: reportId } = await createReport(db, { eventId: (await createEvent(db)).id });
  const channel = await createChannel(db, 'email');
  await createDraft(db, { reportId, channelId: channel.id, lists: [list.id], requestAnswer: true });
  await manager.run('mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { id } }', {
    id: String(reportId),
    key: `orders-${reportId}`,
  });
  await clockworks();
  const at = (places: number[]) => new Set(places.map((place) => people[place]!));
  return alarmOf(reportId, people, { deferred: at(deferred), unreachable: at(unreachable) });
}

interface Limit {
  status: string;
  needed: number;
  coming: number;
  /** How many were not asked and could be. */
  askable: number;
  members: number[];
  /** Those who said neither yes nor no. */
  idle: number[];
}

function alarmOf(reportId: number, people: number[], fate: Record<'deferred' | 'unreachable', Set<number>>) {
  const node = { id: 'test' };
  const nothing = () => {};
  const record = recordResults(server.app, node, nothing, () => false);
  const taken = new Map<string, number>(); // how often each person got the alarm on a channel, and the notice
  const told = new Set<number>();

  const one = async (person: number, what: string) => {
    const row = await db
      .selectFrom('messageRecipients')
      .select('id')
      .where('reportId', '=', reportId)
      .where('personId', '=', person)
      .executeTakeFirst();
    if (!row) return; // in none of the groups
    const source = 'operator' as const;
    const answers = { yes: '1', soon: '1', no: '2', unclear: '3' } as Record<string, string>;
    if (answers[what]) {
      const minutes = what === 'soon' ? 5 : null;
      await recordAnswer(server.app, { recipientId: row.id, option: answers[what], minutes, source });
    } else if (what === 'arrived' || what === 'gone') {
      await recordArrival(server.app, { recipientId: row.id, arrived: what === 'arrived', source }).catch(
        (error: unknown) => assert.ok(error instanceof Refusal && error.key === 'error_not_coming'),
      );
    } else {
      await manager.run('mutation ($id: ID!, $on: Boolean!) { setStandDown(report: $id, on: $on) { id } }', {
        id: String(reportId),
        on: what === 'on',
      });
    }
  };
  const notice = async () =>
    (await db.selectFrom('standDowns').select('noticeId').where('reportId', '=', reportId).executeTakeFirst())
      ?.noticeId;

  const limitsNow = async () => {
    const { rows } = await sql<Limit>`
        select c.status, c.needed, array_agg(m.person_id) as members,
          coalesce(array_agg(m.person_id) filter (where coalesce(s.kind, 'NEUTRAL') = 'NEUTRAL'), '{}') as idle, count(*) filter (where s.coming) as coming,
          count(*) filter (where m.asked_at is null and s.kind is null and exists (
            select 1 from message_recipients r where r.report_id = c.report_id and r.person_id = m.person_id
              and r.status in ('pending', 'skipped'))) as askable
        from cascades c join cascade_members m on m.cascade_id = c.id
        cross join lateral (
          select a.kind, coalesce(a.kind = 'POSITIVE' and (v.at is not null or (
            coalesce(a.overdue_at > clock_timestamp(), true)
            and coalesce(a.at > (select max(r.sent_at) from message_recipients r join stand_downs d on d.notice_id = r.report_id
              where d.report_id = c.report_id and r.person_id = m.person_id), true))), false) as coming
          from (select) x left join lateral (
            select o.kind, a.at, a.overdue_at from answers a join answer_options o on o.id = a.option_id
            where a.report_id = c.report_id and a.person_id = m.person_id order by a.id desc limit 1) a on true
          left join arrivals v on v.report_id = c.report_id and v.person_id = m.person_id) s
        where c.report_id = ${reportId} group by c.id`.execute(db);
    return rows;
  };

  return {
    reportId,
    async act(acts: World['course'][number]['acts']) {
      let running: Promise<void>[] = [];
      for (const { person, what, together } of acts) {
        running.push(one(people[person]!, what));
        if (together) continue;
        await Promise.all(running);
        running = [];
      }
      await Promise.all(running);
    },
    async handOver() {
      const due = await findDue(db, 1000);
      const claimed = due.length ? await claimRecipients(db, node, due) : [];
      for (const row of claimed) {
        const person = row.personId!;
        const isAlarm = row.reportId === reportId;
        const retry = { ...failed('recipient_deferred'), status: 'retrying' as const, delay: 0 };
        const isDeferred = fate.deferred.has(person) && row.attempts === 1;
        const lost = isAlarm && fate.unreachable.has(person);
        const outcome = lost ? failed('address_unknown') : isDeferred ? retry : sent({ externalId: `row-${row.id}` });
        if (!lost && !isDeferred) {
          const key = isAlarm ? `alarm ${row.messageId} ${person}` : `notice ${person}`;
          taken.set(key, (taken.get(key) ?? 0) + 1);
        }
        await record({ ...outcome, recipient: row });
      }
    },
    endWindow: () =>
      sql`update stand_downs set due_at = clock_timestamp() where report_id = ${reportId} and due_at is not null`.execute(
        db,
      ),
    /** A stand-down requires that others reached all limits of the person, who isn't there. */
    async checkTold() {
      const { rows } = await sql<{ personId: number; arrived: boolean; kind: string | null }>`
        select r.person_id, v.at is not null as arrived, (
          select o.kind from answers a join answer_options o on o.id = a.option_id
          where a.report_id = ${reportId} and a.person_id = r.person_id order by a.id desc limit 1) as kind
        from message_recipients r
        left join arrivals v on v.report_id = ${reportId} and v.person_id = r.person_id
        where r.report_id = ${(await notice()) ?? 0}`.execute(db);
      for (const { personId, arrived, kind } of rows.filter((row) => !told.has(row.personId!))) {
        told.add(personId);
        assert.ok(!arrived && kind !== 'NEGATIVE', `${personId} was told although ${arrived ? 'there' : 'not coming'}`);
        const own = (await limitsNow()).filter(({ members }) => members.includes(personId));
        assert.ok(own.length && own.every(({ coming, needed }) => coming >= needed), `${personId} is needed`);
        assert.equal(fate.unreachable.has(personId) && kind === null, false, 'nobody is told of what they never heard');
      }
    },
    async check() {
      for (let turn = 0; turn < 30; turn++) {
        await this.handOver();
        await passMinutes(db, reportId, 6);
        await this.endWindow();
        await clockworks();
        await this.checkTold();
      }
      for (const [what, times] of taken) assert.equal(times, 1, `${what}: once`);
      const limits = await limitsNow();
      const { standDown } = await db
        .selectFrom('reports')
        .select('standDown')
        .where('id', '=', reportId)
        .executeTakeFirstOrThrow();
      for (const one of limits.filter(() => standDown).flatMap(({ idle }) => idle)) {
        const own = limits.filter(({ members }) => members.includes(one));
        const heard = [...taken.keys()].some((key) => key.startsWith('alarm ') && key.endsWith(` ${one}`));
        if (heard && own.every(({ status }) => status === 'reached'))
          assert.ok(told.has(one), `${one} waits for nothing`);
      }
      for (const { status, needed, coming, askable } of limits) {
        if (coming >= needed) assert.equal(status, 'reached');
        else assert.deepEqual([status, askable], ['exhausted', 0], 'unfilled only when nobody is left to ask');
      }
    },
  };
}
