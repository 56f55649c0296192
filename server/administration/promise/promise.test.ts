import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { createRecipients } from '#testing/deliveries.ts';
import { createGroup } from '#testing/factories.ts';
import { get } from '#testing/rest.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { listOutages, readFigures, readPeriod } from './figures.ts';

let server: TestServer;
let db: Db;
let folder: string;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  folder = await mkdtemp(path.join(tmpdir(), 'meldekette-promise-'));
});
after(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const clear = () => sql`delete from path_tests`.execute(db);

/** Stores successful tests of a period. */
const succeed = (from: string, to: string) =>
  sql`insert into path_tests (slot, ended_at, milliseconds)
    select s, s + interval '1 second', 40
    from generate_series(${from}::timestamptz, ${to}::timestamptz - interval '5 minutes', interval '5 minutes') s`.execute(
    db,
  );

async function figuresAt(month: string, at: string) {
  const period = await readPeriod(db, month, new Date(at));
  const outages = await listOutages(db, period);
  return {
    ...(await readFigures(db, period)),
    outages: outages.map(({ startsAt, endsAt, misses, failure }) => [
      startsAt.toISOString().slice(0, 16),
      endsAt.toISOString().slice(0, 16),
      misses,
      failure,
    ]),
  };
}

const noAlarms = { alarms: 0, handOvers: 0, inTime: 0 };

test('a month has its tests by the clock of the installation, also with changes of the clock', async () => {
  /** In March an hour less, in October an hour more. */
  const months: [month: string, tests: number][] = [
    ['2026-02', 28 * 288],
    ['2026-03', 31 * 288 - 12],
    ['2026-04', 30 * 288],
    ['2026-10', 31 * 288 + 12],
    ['2026-12', 31 * 288],
  ];
  await clear();
  await succeed('2026-01-15T00:00Z', '2026-01-15T01:00Z');
  for (const [month, tests] of months) {
    const { outages, ...figures } = await figuresAt(month, '2027-02-01T00:00Z');
    assert.deepEqual(figures, { tests, succeeded: 0, ...noAlarms }, month);
    assert.deepEqual(
      outages.map(([, , misses, failure]) => [misses, failure]),
      [[tests, null]],
      month,
    );
  }
});

test('kills, failures, stops and the running test count as what they are', async () => {
  await clear();
  await succeed('2026-10-31T22:00Z', '2026-11-01T00:00Z');
  await sql`update path_tests set failure = 'launch' where slot in ('2026-10-31T23:10Z', '2026-10-31T23:15Z')`.execute(
    db,
  );
  await sql`update path_tests set ended_at = null where slot = '2026-10-31T23:30Z'`.execute(db);
  await sql`delete from path_tests where slot between '2026-10-31T23:40Z' and '2026-10-31T23:50Z'`.execute(db);
  assert.deepEqual(await figuresAt('2026-11', '2026-11-01T00:03Z'), {
    tests: 12,
    succeeded: 6,
    ...noAlarms,
    outages: [
      ['2026-10-31T23:40', '2026-10-31T23:55', 3, null],
      ['2026-10-31T23:30', '2026-10-31T23:35', 1, null],
      ['2026-10-31T23:10', '2026-10-31T23:20', 2, 'launch'],
    ],
  });
  assert.deepEqual(await figuresAt('2026-10', '2026-11-01T00:03Z'), {
    tests: 12,
    succeeded: 12,
    ...noAlarms,
    outages: [],
  });
  assert.deepEqual(await figuresAt('2026-09', '2026-11-01T00:03Z'), {
    tests: 0,
    succeeded: 0,
    ...noAlarms,
    outages: [],
  });
  assert.deepEqual(await figuresAt('2026-12', '2026-11-01T00:03Z'), {
    tests: 0,
    succeeded: 0,
    ...noAlarms,
    outages: [],
  });
});

test('nothing is measured before the first test', async () => {
  await clear();
  const period = await readPeriod(db, null);
  assert.deepEqual([period.since, period.months], [null, []]);
  assert.deepEqual(await listOutages(db, period), []);
  assert.equal((await readFigures(db, period)).tests, 0);
  await assert.rejects(readPeriod(db, '2026-13'), { key: 'error_invalid_input' });
});

/** Launches an alarm with hand-overs after seconds, or never. */
async function alarm(at: string, seconds: (number | null)[], mode: 'LIVE' | 'EXERCISE' = 'LIVE') {
  const { messageId, recipients, reportId } = await createRecipients(db, {
    count: seconds.length,
    mode,
    lane: 'alarm',
    delayed: true,
  });
  await sql`update messages set launched_at = ${at}::timestamptz, release_at = ${at}::timestamptz where id = ${messageId}`.execute(
    db,
  );
  for (const [n, { id }] of recipients.entries()) {
    const sentAt = seconds[n] ?? null;
    if (sentAt === null) continue;
    await sql`update message_recipients set status = 'sending' where id = ${id}`.execute(db);
    await sql`update message_recipients set status = 'sent',
      sent_at = ${at}::timestamptz + make_interval(secs => ${sentAt}) where id = ${id}`.execute(db);
  }
  return { messageId, reportId, recipients: recipients.map(({ id }) => id) };
}

test('only messages of live alarms that were due at once count, and stops don’t hide late ones', async () => {
  const counted = async () => {
    const { alarms, handOvers, inTime } = await figuresAt('2026-05', '2026-06-10T00:00Z');
    return [alarms, handOvers, inTime];
  };
  const at = '2026-05-10T10:00Z';
  assert.deepEqual(await counted(), [0, 0, 0]);
  await alarm(at, [0.1, 10, 10.1, null]);
  assert.deepEqual(await counted(), [1, 4, 2]);
  await alarm(at, [0.1], 'EXERCISE');
  await alarm('2026-04-30T21:59:59Z', [0.1]);
  await alarm('2026-05-31T22:00:00Z', [0.1]);
  assert.deepEqual(await counted(), [1, 4, 2]);
  const { recipients, messageId } = await alarm(at, [0.1, null, null, null]);
  await sql`update message_recipients set delay_seconds = 60 where id = ${recipients[1]!}`.execute(db);
  await sql`update message_recipients set status = 'cancelled', status_reason = 'answered' where id = ${recipients[2]!}`.execute(
    db,
  );
  await sql`update message_recipients set status = 'cancelled', status_reason = 'stopped' where id = ${recipients[3]!}`.execute(
    db,
  );
  await sql`update messages set finished_at = release_at + interval '5 seconds' where id = ${messageId}`.execute(db);
  assert.deepEqual(await counted(), [2, 5, 3]);
  await sql`update messages set finished_at = release_at + interval '5 minutes' where id = ${messageId}`.execute(db);
  assert.deepEqual(await counted(), [2, 6, 3], 'it was stopped because it did not leave');
  const limited = await alarm(at, [40, 3, 90]);
  assert.deepEqual(await counted(), [3, 9, 4]);
  const group = await createGroup(db);
  await sql`insert into cascades (report_id, event_id, group_id, list_name, needed, wait_minutes)
    select ${limited.reportId}, event_id, ${group.id}, 'Liste', 1, 5 from reports where id = ${limited.reportId}`.execute(
    db,
  );
  assert.deepEqual(await counted(), [3, 7, 4], 'of a stop limit only the first message counts');
});

test('a second program computes the same figures from the file', async () => {
  await clear();
  await succeed('2024-03-30T00:00Z', '2024-03-31T22:00Z');
  await sql`delete from path_tests where slot between '2024-03-31T00:30Z' and '2024-03-31T01:30Z'`.execute(db);
  await sql`update path_tests set failure = 'answer' where slot > '2024-03-31T02:00Z' and extract(minute from slot) = 5`.execute(
    db,
  );
  await alarm('2024-03-31T01:00Z', [1, 2, 30]);
  const administrator = await server.as('administrator');
  for (const month of ['2024-03', '2024-04']) {
    const { alarmPromise } = await administrator.run(
      'query ($month: String) { alarmPromise(month: $month) { month tests succeeded alarms handOvers inTime } }',
      { month },
    );
    const { status, text } = await get(server, `/api/v2/alarm_promise.csv?month=${month}`, administrator.token);
    assert.equal(status, 200);
    const file = path.join(folder, `${month}.csv`);
    await writeFile(file, text);
    const program = path.resolve('docs/recompute-promise.mjs');
    const { stdout } = await promisify(execFile)(process.execPath, [program, file, month, 'Europe/Berlin']);
    const recomputed = JSON.parse(stdout) as { tests: number; succeeded: number };
    assert.ok(recomputed.tests > 300 && (month === '2024-04' || recomputed.succeeded > 300), stdout);
    assert.deepEqual(recomputed, alarmPromise);
  }
});
