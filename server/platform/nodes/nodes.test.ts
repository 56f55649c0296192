import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { connect } from '#server/platform/database/connect.ts';
import { createLog } from '#server/platform/log.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { createRecipients } from '#testing/deliveries.ts';
import { until } from '#testing/until.ts';
import { startLoop } from './loop.ts';
import { joinNodes } from './node.ts';
import { machinePrefix } from './process-id.ts';
import { findEnded, forgetNodes, reapDead, reapEnded, reapOwn } from './reaper.ts';
import { usualTimes } from './times.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.stop());

const times = { ...usualTimes, heartbeat: 50, fence: 400, dead: 1_000, steady: 300 };
const silent = createLog('silent');

test('a loop continues after failures, wakes at once and stops after its end', async () => {
  let turns = 0;
  const loop = startLoop(silent, 'test', [10, 20], async () => {
    turns++;
    if (turns === 1) throw new Error('once');
  });
  await until(async () => turns > 10);
  await loop.stop();
  const ended = turns;
  await sleep(50);
  assert.equal(turns, ended);
  let slowTurns = 0;
  const slow = startLoop(silent, 'test', [60_000, 60_000], async () => void slowTurns++);
  await until(async () => slowTurns === 1);
  slow.wake();
  await until(async () => slowTurns === 2);
  await slow.stop();
  await sleep(50);
  assert.equal(slowTurns, 2);
});

test('a process counts as alive only while it writes heartbeats', async () => {
  const node = await joinNodes(app, { ...times, steady: 3_000 });
  try {
    await until(async () => node.fresh() && node.steady());
    await app.db.transaction().execute(async (tx) => {
      await sql`lock table nodes in access exclusive mode`.execute(tx);
      await until(async () => !node.fresh() && !node.steady());
    });
    const isSteady = await until(async () => node.fresh() && [node.steady()]);
    assert.deepEqual(isSteady, [false], 'after an outage others need time to show up');
    await until(async () => node.steady());
  } finally {
    await node.leave();
  }
  assert.equal(node.fresh(), false);
  const { rows } = await sql`select 1 from nodes where id = ${node.id}`.execute(app.db);
  assert.equal(rows.length, 0);
});

test('a process that sees the database clock jump reaps no one until all could report again', async () => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.db);
  const name = sql.ref(rows[0]!.name);
  // the clock is replaced by an adjustable one
  await sql`create schema test_clock`.execute(app.db);
  await sql`create table test_clock.step as select interval '0' as step`.execute(app.db);
  await sql`create function test_clock.clock_timestamp() returns timestamptz language sql as
    'select pg_catalog.clock_timestamp() + step from test_clock.step'`.execute(app.db);
  await sql`alter database ${name} set search_path = test_clock, pg_catalog, public`.execute(app.db);
  const logged: { event: string; seconds: number }[] = [];
  const log = { ...silent, warn: (entry: (typeof logged)[number]) => logged.push(entry) } as unknown as typeof silent;
  const set = connect(app.database.url);
  const node = await joinNodes({ ...app, db: set.db, log }, { ...times, steady: 3_000 });
  try {
    for (const [step, seconds] of [
      ['1 hour', 3600],
      ['-1 hour', -7200],
    ] as const) {
      await until(async () => node.steady());
      await sql`update test_clock.step set step = ${step}::interval`.execute(app.db);
      await until(async () => !node.steady());
      // a slow answer of the database shortens the step
      const steps = logged.splice(0).map((entry) => ({ ...entry, seconds: Math.round(entry.seconds / 60) * 60 }));
      assert.deepEqual(steps, [{ event: 'database_clock_stepped', seconds }]);
    }
  } finally {
    await node.leave();
    await set.close();
    await sql`alter database ${name} reset search_path`.execute(app.db);
    await sql`drop schema test_clock cascade`.execute(app.db);
  }
});

test('takes back work of a dead or unknown process under a new epoch, not of a living one', async () => {
  const { messageId, recipients } = await createRecipients(app.db, { count: 3 });
  const [living, dead, unknown] = recipients.map(({ id }) => id);
  await sql`insert into nodes (id, heartbeat_at) values ('self', now()), ('living', now()), ('dead', now() - interval '2 minutes')`.execute(
    app.db,
  );
  for (const [id, owner] of [
    [living, 'living'],
    [dead, 'dead'],
    [unknown, 'unknown'],
  ] as const) {
    await sql`update message_recipients set status = 'sending', owner = ${owner}, epoch = 7 where id = ${id}`.execute(
      app.db,
    );
  }
  // the database's clock jumped forward, so every heartbeat seems old
  await sql`update nodes set heartbeat_at = heartbeat_at - interval '10 minutes'`.execute(app.db);
  assert.deepEqual(await reapDead(app.db, { id: 'self' }, 60_000), []);
  await sql`update nodes set heartbeat_at = heartbeat_at + interval '10 minutes'`.execute(app.db);
  const taken = await reapDead(app.db, { id: 'self' }, 60_000);
  assert.deepEqual(
    taken.map(({ id }) => id).sort((a, b) => a - b),
    [dead, unknown],
  );
  const rows = await app.db
    .selectFrom('messageRecipients')
    .select(['status', 'epoch', 'maybeDuplicate', 'crashCount', 'owner'])
    .where('messageId', '=', messageId)
    .orderBy('id')
    .execute();
  const untouched = { status: 'sending', epoch: 7, maybeDuplicate: false, crashCount: 0, owner: 'living' };
  const back = { status: 'queued', epoch: 8, maybeDuplicate: true, crashCount: 1, owner: null };
  assert.deepEqual(rows, [untouched, back, back]);
});

test('takes back work of an ended process of this machine despite a fresh heartbeat', async () => {
  const { recipients, messageId } = await createRecipients(app.db, { count: 2 });
  const living = await joinNodes(app, times);
  const killed = `${machinePrefix()}zzzzz.1.killed`; // no process has so large a number
  await sql`insert into nodes (id, roles) values (${killed}, '{worker}'), ('elsewhere', '{worker}')`.execute(app.db);
  for (const [n, owner] of [living.id, killed].entries()) {
    await sql`update message_recipients set status = 'sending', owner = ${owner}, epoch = 3
      where id = ${recipients[n]!.id}`.execute(app.db);
  }
  const ended = await findEnded(app.db);
  assert.deepEqual(ended, [killed]);
  const taken = await reapEnded(app.db, ended);
  assert.deepEqual(
    taken.map(({ id }) => id),
    [recipients[1]!.id],
  );
  const rows = await app.db
    .selectFrom('messageRecipients')
    .select(['status', 'epoch', 'maybeDuplicate', 'crashCount'])
    .where('messageId', '=', messageId)
    .orderBy('id')
    .execute();
  assert.deepEqual(rows, [
    { status: 'sending', epoch: 3, maybeDuplicate: false, crashCount: 0 },
    { status: 'queued', epoch: 4, maybeDuplicate: true, crashCount: 1 },
  ]);
  assert.deepEqual(await findEnded(app.db), [], 'it is forgotten');
  await living.leave();
});

test('a process takes back only its own work that it does not know about', async () => {
  const { recipients } = await createRecipients(app.db, { count: 3 });
  const [known, lost, fresh] = recipients.map(({ id }) => id);
  await sql`update message_recipients set status = 'sending', owner = 'self',
    claimed_at = now() - case when id = ${fresh} then interval '1 second' else interval '9 seconds' end
    where id = any(${[known, lost, fresh]})`.execute(app.db);
  const taken = await reapOwn(app.db, { id: 'self' }, [known!], 3_000);
  assert.deepEqual(
    taken.map(({ id }) => id),
    [lost],
  );
});

test('deletes processes that ended long ago unless work still refers to them', async () => {
  await sql`insert into nodes (id, heartbeat_at) values ('old', now() - interval '2 hours'), ('owing', now() - interval '2 hours')`.execute(
    app.db,
  );
  const { recipients } = await createRecipients(app.db, { count: 1 });
  await sql`update message_recipients set status = 'sending', owner = 'owing' where id = ${recipients[0]!.id}`.execute(
    app.db,
  );
  await forgetNodes(app.db);
  const { rows } = await sql<{ id: string }>`select id from nodes where id in ('old', 'owing')`.execute(app.db);
  assert.deepEqual(rows, [{ id: 'owing' }]);
});
