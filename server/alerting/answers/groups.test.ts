import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import test, { after, before } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { checkLogs } from '#server/alerting/event-log/log.ts';
import { withActingKey } from '#server/api/viewer/acting.ts';
import type { Refusal } from '#server/platform/errors.ts';
import { type Alarm, createAlarm, leftBehind } from '#testing/alarms/answered.ts';
import { settle } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { fewestStatements } from '#testing/statements.ts';
import { until } from '#testing/until.ts';
import { runs } from '../../../scripts/in-full.ts';
import { asGiven, recordAnswer, recordAnswers } from './answers.ts';
import type { NewAnswer } from './given-answer.ts';

let server: TestServer;
let manager: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  manager = await server.as('crisis_manager');
});
after(() => server.stop());

const alarm = (size: number, limits?: Parameters<typeof createAlarm>[3]) => createAlarm(server, manager, size, limits);
const left = (of: Alarm) => leftBehind(server, of);

const size = 7;
const sequence = fc.array(
  fc.record({
    person: fc.nat({ max: size - 1 }),
    row: fc.nat({ max: 1 }),
    option: fc.constantFrom('1', '1', '1', '2', '3', 'no such', null),
    minutes: fc.constantFrom(null, 5, 12, -1),
    text: fc.constantFrom(null, 'Bin unterwegs'),
    hash: fc.constantFrom(null, 1, 2),
    /** The key it comes with. */
    key: fc.constantFrom(null, 'Leitstelle'),
  }),
  { minLength: 4, maxLength: 14 },
);
const world = fc.record({
  limits: fc.array(
    fc.record({
      members: fc.subarray([...Array(size).keys()], { minLength: 3 }),
      needed: fc.integer({ min: 1, max: 3 }),
    }),
    { maxLength: 2 },
  ),
  sequence,
  sizes: fc.array(fc.integer({ min: 2, max: 9 }), { minLength: 14, maxLength: 14 }),
});

async function play(of: Alarm, given: typeof sequence extends fc.Arbitrary<infer S> ? S : never, sizes: number[]) {
  const answers = given
    .filter(({ person }) => of.asked[person]!.length > 0)
    .map(({ person, row, hash, key, ...rest }) =>
      withActingKey(key === null ? null : { name: key }, () =>
        asGiven({
          ...rest,
          recipientId: of.asked[person]![row % of.asked[person]!.length]!,
          source: 'link',
          requestHash: hash === null ? null : Buffer.alloc(32, hash),
        }),
      ),
    );
  const told: string[] = [];
  for (let turn = 0; answers.length > 0; turn++) {
    const outcomes = await recordAnswers(server.app, of.reportId, answers.splice(0, sizes[turn % sizes.length]!));
    for (const one of outcomes) told.push('result' in one ? 'recorded' : (one.refusal as Refusal).key);
  }
  return told;
}

test('answers recorded in batches have the same effects as answers recorded one by one', async () => {
  await fc.assert(
    fc.asyncProperty(world, async ({ limits, sequence: given, sizes }) => {
      const [single, grouped] = [await alarm(size, limits), await alarm(size, limits)];
      assert.deepEqual(await play(grouped, given, sizes), await play(single, given, [1]));
      const [expected, found] = [await left(single), await left(grouped)];
      assert.deepEqual(found, expected);
      assert.equal(found.intact, true);
    }),
    { numRuns: runs(12), endOnFailure: true },
  );
});

const outcomeOf = (answer: NewAnswer) =>
  recordAnswer(server.app, answer).then(
    ({ id }) => id,
    (error: unknown) => (error as Refusal).key,
  );

test('in a batch of 200 each bad answer is refused for its own reason, and all others are stored', async () => {
  const of = await alarm(50, [{ members: [...Array(50).keys()], needed: 3 }]);
  const other = await alarm(20);
  const good = [...of.asked, ...other.asked]
    .flat()
    .map((recipientId) => ({ recipientId, option: '2', source: 'link' }));
  const recipientId = of.asked[0]![0]!;
  const bad = Array.from({ length: 20 }, () => [
    { recipientId, option: 'no such', source: 'link' },
    { recipientId: 2_000_000_000, option: '2', source: 'link' },
    { recipientId, option: '2', source: 'link', text: 'x'.repeat(1001) },
  ]).flat();
  const mixed = Array.from({ length: Math.max(good.length, bad.length) }, (_, n) =>
    [bad[n], good[n]].flatMap((x) => x ?? []),
  );
  const outcomes = await Promise.all(mixed.flat().map(async (one) => ({ one, outcome: await outcomeOf(one) })));
  const expected = (one: NewAnswer) =>
    one.option === 'no such' ? 'error_answer_option' : one.text ? 'error_too_long' : 'error_not_found';
  for (const { one, outcome } of outcomes) {
    if (bad.includes(one as (typeof bad)[number])) assert.equal(outcome, expected(one));
    else assert.equal(typeof outcome, 'number');
  }
  for (const { reportId, eventId, asked } of [of, other]) {
    const { rows } = await sql<{ answers: number; lines: number }>`
      select (select count(*) from answers where report_id = ${reportId}) as answers,
        (select count(*) from log_entries where event_id = ${eventId} and kind = 'answer') as lines`.execute(
      server.app.db,
    );
    assert.deepEqual(rows[0], { answers: asked.flat().length, lines: asked.flat().length });
    assert.equal((await checkLogs(server.app, [eventId])).get(eventId)?.isIntact, true);
  }
});

test('an answer that breaks its batch in the database does not affect other answers', async () => {
  const of = await alarm(10);
  const answers = of.asked.map((ids, at) => ({
    recipientId: ids[0]!,
    option: '2',
    source: 'operator',
    by: at === 4 ? 2_000_000_000 : null, // a user that is not there: refused by the database alone
  }));
  const outcomes = await Promise.allSettled(answers.map((answer) => recordAnswer(server.app, answer)));
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    answers.map(({ by }) => (by === null ? 'fulfilled' : 'rejected')),
  );
});

test('refills a limit that a no reopens although a yes fills another limit', async () => {
  const of = await alarm(4, [
    { members: [0, 1], needed: 1 },
    { members: [2, 3], needed: 1 },
  ]);
  const row = (at: number) => of.asked[at]![0]!;
  const answer = (at: number, option: string) => asGiven({ recipientId: row(at), option, source: 'link' });
  await recordAnswers(server.app, of.reportId, [answer(0, '1')]);
  await settle(server.app);
  await recordAnswers(server.app, of.reportId, [answer(0, '2'), answer(2, '1')]);
  await settle(server.app);
  const { rows } = await sql<{ status: string; asked: number[] }>`
    select c.status, array(select m.person_id from cascade_members m where m.cascade_id = c.id
      and m.asked_at is not null order by m.position) as asked
    from cascades c where c.report_id = ${of.reportId} order by c.id`.execute(server.app.db);
  const [a, b, c] = of.people;
  assert.deepEqual(rows, [
    { status: 'running', asked: [a, b] },
    { status: 'reached', asked: [c] },
  ]);
});

test('many simultaneous yes answers move the stop limits once, in as many statements as two', async () => {
  const prepare = async (count: number) => {
    const everyone = [...Array(count + 2).keys()];
    const of = await alarm(everyone.length, [
      { members: everyone, needed: count },
      { members: everyone, needed: count + 2 },
    ]);
    const answers = of.asked.slice(0, count).map(([recipientId]) => {
      return asGiven({ recipientId: recipientId!, option: '1', source: 'link' });
    });
    return { of, answers };
  };
  const statements = async (count: number) => {
    const reports: number[] = [];
    const fewest = await fewestStatements(
      server,
      async ({ of, answers }: Awaited<ReturnType<typeof prepare>>) => {
        reports.push(of.reportId);
        await recordAnswers(server.app, of.reportId, answers);
      },
      () => prepare(count),
    );
    for (const id of reports) {
      const { rows } = await sql<{ status: string }>`
        select status from cascades where report_id = ${id} order by needed`.execute(server.app.db);
      assert.deepEqual(
        rows.map(({ status }) => status),
        ['reached', 'running'],
      );
    }
    return fewest;
  };
  assert.equal(await statements(12), await statements(2));
});

/** Starts a process that answers continuously and reports recorded answers. */
async function startAnswering(rows: number[]): Promise<{ process: ChildProcess; acknowledged: Set<string> }> {
  const child = fork(new URL('../../../testing/answering.ts', import.meta.url), [server.app.database.url], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const acknowledged = new Set<string>();
  child.on('message', (hash: string) => acknowledged.add(hash));
  child.send(rows);
  return { process: child, acknowledged };
}

test('two processes killed while answering for the same people lose and double no answer', async () => {
  const of = await alarm(30, [{ members: [...Array(30).keys()], needed: 5 }]);
  const rows = of.asked.flat();
  const both = await Promise.all([startAnswering(rows), startAnswering(rows.toReversed())]);
  try {
    await until(async () => both.every(({ acknowledged }) => acknowledged.size >= 150));
  } finally {
    for (const { process } of both) process.kill('SIGKILL');
    await Promise.all(both.map(({ process }) => new Promise((resolve) => process.once('close', resolve))));
  }
  const { rows: found } = await sql<{ hash: string; n: number }>`
    select encode(request_hash, 'hex') as hash, count(*) as n from answers where report_id = ${of.reportId} group by 1`.execute(
    server.app.db,
  );
  const times = new Map(found.map(({ hash, n }) => [hash, n]));
  for (const { acknowledged } of both)
    for (const hash of acknowledged) assert.ok(times.has(hash), `${hash} is missing`);
  assert.deepEqual([...new Set(times.values())], [1]);
  const { rows: lines } = await sql<{ n: number }>`
    select count(*) as n from log_entries where event_id = ${of.eventId} and kind = 'answer'`.execute(server.app.db);
  assert.equal(lines[0]!.n, found.length, 'an answer and its line in the log are there together');
  assert.equal((await checkLogs(server.app, [of.eventId])).get(of.eventId)?.isIntact, true);
});
