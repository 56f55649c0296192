import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type RawBuilder, sql } from 'kysely';
import { isPathFailing } from '#server/api/http/path-failing.ts';
import { type Sending, sendingOf } from '#server/api/http/sending.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { steadyPace } from '#server/platform/nodes/work-pace.ts';
import { createRecipients } from '#testing/deliveries.ts';
import { createUser } from '#testing/factories.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { metric } from '#testing/watching.ts';
import { endPathTurn, purgePathTests, takePathTurn } from './slots.ts';
import { lateness, startPathTests, testPathOnce } from './start.ts';
import { type PathFailure, walkPath } from './walk-path.ts';
import { warnOfMisses } from './warn-of-misses.ts';

let server: TestServer;
let db: Db;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
});
after(() => server.stop());

const node = 'the process of the test';
// a busy machine is no miss
const times = { patience: 60_000, promised: 60_000, lateEvery: 1 };

/** Counts all rows, and reads the next numbers. */
async function everything(): Promise<Record<string, unknown>> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'pgboss') and tablename not in ('nodes', 'path_tests') order by 1`.execute(db);
  const counts = tables.map(({ name }) => `select '${name}' as name, count(*)::int as n from ${name}`);
  // parallel workers mix the order
  const { rows } = await sql<{ name: string; n: number }>`${sql.raw(counts.join(' union all '))} order by 1`.execute(
    db,
  );
  const { rows: numbers } = await sql<{ name: string; last: number | null }>`
    select sequencename::text as name, last_value::int as last from pg_sequences where schemaname = 'public'
      and sequencename in ('events_id_seq', 'reports_id_seq', 'messages_id_seq', 'people_id_seq')`.execute(db);
  return { rows: rows.filter(({ name }) => !name.startsWith('pgboss.')), numbers, mails: await mails() };
}

const mails = async () => {
  const { rows } = await sql<{ to: number }>`
    select (data->>'to')::int as to from pgboss.job where name = 'system_mail' and data->>'identifier' = 'path_failing'`.execute(
    db,
  );
  return rows.map(({ to }) => to);
};

test('a synthetic alarm comes back as an answer and leaves nothing behind', async () => {
  const heard: unknown[] = [];
  const unwatch = server.app.live.watchAll((topic) => heard.push(topic));
  const before = await everything();
  await walkPath(server.app, node);
  await walkPath(server.app, node);
  assert.deepEqual(await everything(), before);
  unwatch();
  assert.deepEqual(
    heard.filter((topic) => /message|report|event|work|exercise/.test(String(topic))),
    [],
  );
});

test('succeeds with all base data switched off', async () => {
  await sql`update person_data_types set is_active = false`.execute(db);
  await sql`update channels set is_active = false`.execute(db);
  await sql`update channel_types set is_active = false`.execute(db);
  await sql`update report_types set is_active = false, requires_release = true`.execute(db);
  await walkPath(server.app, node);
  await sql`update person_data_types set is_active = true`.execute(db);
  await sql`update channels set is_active = true`.execute(db);
  await sql`update channel_types set is_active = true`.execute(db);
  await sql`update report_types set is_active = true, requires_release = false`.execute(db);
});

test('names the step that does not succeed', async () => {
  await sql`create function refuse_step() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`.execute(
    db,
  );
  const broken: [step: string, trigger: RawBuilder<unknown>][] = [
    ['launch', sql`before insert on message_recipients for each row`],
    ['claim', sql`before update on message_recipients for each row when (new.status = 'sending')`],
    ['hand_over', sql`before update on message_recipients for each row when (new.status = 'sent')`],
    ['answer', sql`before insert on answers for each row`],
  ];
  const before = await everything();
  for (const [step, when] of broken) {
    const table = step === 'answer' ? sql`answers` : sql`message_recipients`;
    await sql`create trigger refuse_step ${when} execute function refuse_step()`.execute(db);
    await assert.rejects(walkPath(server.app, node), (error: PathFailure) => error.step === step, step);
    await sql`drop trigger refuse_step on ${table}`.execute(db);
  }
  assert.deepEqual(await everything(), before);
});

/** A moment of 29 March 2026; clocks in Berlin change at 01:00 UTC. */
const clock = (time: string) => sql<Date>`${`2026-03-29T${time}Z`}::timestamptz`;
const slots = async () => {
  const { rows } = await sql<{ slot: string; runs: number; failure: string | null; ended: boolean }>`
    select to_char(slot at time zone 'UTC', 'HH24:MI') as slot, runs, failure, ended_at is not null as ended
    from path_tests order by path_tests.slot`.execute(db);
  return rows.map(({ slot, runs, failure, ended }) => `${slot} ${runs} ${ended ? (failure ?? 'ok') : 'open'}`);
};
const clear = () => sql`delete from path_tests`.execute(db);
const fine = { milliseconds: 40, failure: null };

test('one of several processes runs the test of each five minutes, and takes it over after a kill', async () => {
  await clear();
  const turns = await Promise.all([1, 2, 3].map(() => takePathTurn(db, clock('00:57:00'))));
  assert.equal(turns.filter((turn) => turn !== null).length, 1);
  const killed = turns.find((turn) => turn !== null)!;
  assert.equal(await takePathTurn(db, clock('00:57:20')), null, 'it may still run');
  const takers = await Promise.all([1, 2].map(() => takePathTurn(db, clock('00:57:30'))));
  const [taker] = takers.filter((turn) => turn !== null);
  assert.deepEqual([takers.filter((turn) => turn !== null).length, taker?.runs], [1, 2]);
  await endPathTurn(db, killed, { milliseconds: 29_000, failure: 'slow' });
  assert.deepEqual(await slots(), ['00:55 2 open'], 'it was not killed, but its result comes too late');
  await endPathTurn(db, taker!, fine);
  assert.equal(await takePathTurn(db, clock('00:59:59')), null);
  assert.deepEqual(await slots(), ['00:55 2 ok']);
  await endPathTurn(db, (await takePathTurn(db, clock('01:00:00')))!, fine);
  assert.deepEqual(await slots(), ['00:55 2 ok', '01:00 1 ok'], 'the change to summer time is no gap');
});

test('two workers run one test at their start', async () => {
  await clear();
  const workers = [1, 2].map(() => startPathTests(server.app, steadyPace, times));
  await until(async () => (await slots()).some((slot) => slot.endsWith(' 1 ok')));
  await Promise.all(workers.map((worker) => worker.stop()));
  const { rows } = await sql<{ runs: number }>`select runs from path_tests where failure is null`.execute(db);
  assert.ok(
    rows.every(({ runs }) => runs === 1),
    JSON.stringify(rows),
  );
});

test('tests go on when the clock of the database is set back', async () => {
  await clear();
  for (const time of ['11:56:00', '12:01:00', '12:06:00'])
    await endPathTurn(db, (await takePathTurn(db, clock(time)))!, fine);
  await endPathTurn(db, (await takePathTurn(db, clock('12:01:30')))!, fine);
  assert.deepEqual(await slots(), ['11:55 1 ok', '12:00 1 ok']);
  assert.equal(await takePathTurn(db, clock('12:02:00')), null);
});

test('the path fails after two misses of any kind in a row, and no sooner', async () => {
  const failing = async (at: string) => {
    const { rows } = await sql<{ is: boolean }>`select ${isPathFailing(clock(at))} as is`.execute(db);
    return rows[0]!.is;
  };
  /** Per five minutes from 10:00: ok, failed, killed, or absent. */
  const cases: [tests: ('ok' | 'failed' | 'killed' | 'absent')[], at: string, expected: boolean][] = [
    [[], '10:30:00', false],
    [['failed'], '10:04:59', false],
    [['failed'], '10:05:44', false],
    [['failed'], '10:05:45', true],
    [['failed', 'failed'], '10:05:01', true],
    [['ok', 'failed'], '10:09:59', false],
    [['ok', 'failed'], '10:10:44', false],
    [['ok', 'failed', 'failed'], '10:10:01', true],
    [['ok', 'killed', 'failed'], '10:10:01', true],
    [['ok', 'absent', 'failed'], '10:10:01', true],
    [['ok'], '10:10:44', false],
    [['ok'], '10:10:45', true],
    [['ok', 'killed', 'killed'], '10:10:20', false],
    [['ok', 'killed', 'killed'], '10:10:45', true],
    [['failed', 'failed', 'ok'], '10:10:01', false],
    [['ok', 'failed', 'ok', 'failed'], '10:19:59', false],
    [['ok', 'absent', 'absent', 'absent', 'ok'], '10:20:01', false],
  ];
  for (const [tests, at, expected] of cases) {
    await clear();
    for (const [n, result] of tests.entries()) {
      if (result === 'absent') continue;
      const slot = clock(`10:${String(n * 5).padStart(2, '0')}:00`);
      await sql`insert into path_tests (slot, ended_at, failure) values (${slot},
        case when ${result !== 'killed'}::boolean then ${slot} + interval '1 second' end,
        case when ${result === 'failed'}::boolean then 'launch' end)`.execute(db);
    }
    assert.equal(await failing(at), expected, `${tests} at ${at}`);
  }
});

test('administrators get one mail for an outage, of all processes', async () => {
  const administrator = await createUser(db, { roles: ['administrator'] });
  const own = async () => (await mails()).filter((to) => to === administrator.id).length;
  await clear();
  const miss = async (at: string, failure: string | null = 'launch') => {
    await endPathTurn(db, (await takePathTurn(db, clock(at)))!, { milliseconds: 1, failure });
    await Promise.all([1, 2].map(() => warnOfMisses(server.app, clock(at))));
    return own();
  };
  assert.equal(await miss('10:00:00', null), 0);
  assert.equal(await miss('10:05:00'), 0);
  assert.equal(await miss('10:10:00'), 1);
  assert.equal(await miss('10:15:00'), 1);
  assert.equal(await miss('10:20:00', null), 1);
  assert.equal(await miss('10:25:00'), 1, 'one miss is none');
  assert.equal(await miss('10:30:00'), 2, 'another outage');
});

test('a broken launch reaches banner and dead man’s switch, and a success ends it', async () => {
  await clear();
  const state = async () => ({ started: await sendingOf(server.app, 5), later: await sendingOf(server.app, 90) });
  await sql`insert into nodes (id, roles) values ('a worker', '{worker}')
    on conflict (id) do update set heartbeat_at = clock_timestamp()`.execute(db);
  await sql`insert into path_tests (slot, ended_at, failure)
    select date_bin('5 minutes', clock_timestamp(), 'epoch') - n * interval '5 minutes', clock_timestamp(), 'launch'
    from generate_series(1, 3) n`.execute(db);
  assert.deepEqual(await state(), { started: 'ok', later: 'failing' });
  assert.equal(await metric(server, 'alarm_path_failing'), 1);
  await sql`update installation set held_at = now(), held_why = 'copied'`.execute(db);
  assert.equal(await metric(server, 'alarm_path_failing'), 0, 'while it is held, no test can run');
  await sql`update installation set held_at = null, held_why = null`.execute(db);
  await testPathOnce(server.app, node, times);
  const { rows } = await sql<{ failure: string | null; ended: boolean }>`
    select failure, ended_at is not null as ended from path_tests order by slot desc limit 1`.execute(db);
  assert.deepEqual(rows, [{ failure: null, ended: true }]);
  assert.deepEqual(await state(), { started: 'ok', later: 'ok' });
  await sql`insert into path_tests (slot) values (now() - interval '500 days')`.execute(db);
  await purgePathTests(db);
  const { rows: old } = await sql`select from path_tests where slot < now() - interval '300 days'`.execute(db);
  assert.equal(old.length, 0);
});

test('real messages that keep waiting are a miss, but not those that leave after a start', async () => {
  const looks: Sending[] = ['late', 'late', 'ok'];
  assert.equal(await lateness(async () => looks.shift()!, times), null);
  await clear();
  const { messageId } = await createRecipients(db, { count: 1 });
  await sql`update message_recipients set try_at = now() - interval '2 minutes' where message_id = ${messageId}`.execute(
    db,
  );
  await sql`insert into nodes (id, roles) values ('a worker', '{worker}')
    on conflict (id) do update set heartbeat_at = clock_timestamp()`.execute(db);
  await testPathOnce(server.app, node, times);
  assert.match((await slots()).at(-1)!, / 1 late$/);
  await clear();
  const patient = startPathTests(server.app, steadyPace, { ...times, lateEvery: 600_000 });
  await until(async () => (await slots()).length > 0);
  await patient.stop();
  assert.match(
    (await slots()).at(-1)!,
    / 1 open$/,
    'a stop does not wait for messages; the next process repeats the test',
  );
});
