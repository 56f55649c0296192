import assert from 'node:assert/strict';
import test from 'node:test';
import { sql } from 'kysely';
import { createEventType, createMailingList, createPerson } from '#testing/factories.ts';
import { startTestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { type Process, startWorkerProcess } from '../../../faults/process.ts';
import { readPlan, sealPlan } from './sealed-plan.ts';

const count = 400;
const kills = process.env['TEST_FULL'] ? 4 : 2;

// Real processes and real kills.
test('a drill that workers are killed in starts once, reaches everyone once, and ends with one mail', async () => {
  const server = await startTestServer({ ROLES: 'web' });
  const { db, database, secrets } = server.app;
  const workers: Process[] = [];
  const work = async () => {
    const worker = await startWorkerProcess(db, database.url);
    workers.push(worker);
    return worker;
  };
  try {
    const author = await server.as('crisis_manager');
    const people: number[] = [];
    for (let at = 0; at < count; at++) people.push((await createPerson(db)).id);
    const list = await createMailingList(db, { people });
    const type = await createEventType(db, { lists: [list.id] });
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
    const { planDrill } = await author.run('mutation ($input: DrillInput!) { planDrill(input: $input) { id } }', {
      input: {
        ...{ eventType: String(type.id), fromDay: day(1), untilDay: day(9), weekdays: [1, 2, 3, 4, 5, 6, 7] },
        ...{ fromTime: '00:00', untilTime: '00:00', minutes: 30 },
      },
    });
    const id: string = planDrill.id;
    const drill = () => db.selectFrom('drills').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const plan = readPlan(secrets, id, (await drill()).plan)!;
    const due = sealPlan(secrets, id, { ...plan, startAt: new Date(Date.now() - 1000).toISOString() });
    await db.updateTable('drills').set({ plan: due }).where('id', '=', id).execute();
    const events = () => db.selectFrom('events').select(['id', 'mode']).where('eventTypeId', '=', type.id).execute();

    // holds the launch before its last statement, so that the kill falls into its transaction
    const hold = await database.pool.connect();
    await hold.query('begin');
    await hold.query('lock table audit_entries in share mode');
    const first = await work();
    await until(async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from pg_locks l join pg_database d on d.oid = l.database
        where d.datname = current_database() and not l.granted and l.relation = 'audit_entries'::regclass`.execute(db);
      return rows[0]!.n > 0;
    });
    await first.end('SIGKILL');
    await hold.query('rollback');
    hold.release();
    await until(async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from pg_stat_activity where datname = current_database() and state = 'idle in transaction'
          and pid <> pg_backend_pid()`.execute(db);
      return rows[0]!.n === 0;
    });
    assert.deepEqual([await events(), (await drill()).state], [[], 'planned'], 'the kill left nothing');

    const sent = async () => {
      const { rows } = await sql<{ n: number; people: number }>`
        select count(*)::int as n, count(distinct person_id)::int as people from exercise_messages
        where person_id = any(${people})`.execute(db);
      return rows[0]!;
    };
    let before = 0;
    for (let kill = 0; kill < kills; kill++) {
      const worker = await work();
      // on a busy machine, a worker may send everything between two looks
      await until(async () => {
        const { n } = await sent();
        return n > before || n === count;
      });
      await worker.end('SIGKILL');
      before = (await sent()).n;
    }
    await Promise.all([work(), work()]);
    await until(async () => (await sent()).people === count, 120_000);
    const [event, ...others] = await events();
    assert.deepEqual([event?.mode, others], ['EXERCISE', []]);
    assert.equal((await drill()).state, 'running');
    // the mailbox has one message for each recipient row
    assert.deepEqual(await sent(), { n: count, people: count });

    await db.updateTable('drills').set({ endsAt: sql`now()` }).where('id', '=', id).execute();
    await until(async () => (await drill()).state === 'done', 120_000);
    const mails = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from pgboss.job where name = 'system_mail' and data->>'identifier' = 'drill_ended'
          and data->>'to' = ${author.userId}`.execute(db);
      return rows[0]!.n;
    };
    assert.equal(await mails(), 1);
    const audited = await db.selectFrom('auditEntries').select('id').where('type', '=', 'Drill').execute();
    assert.equal(audited.length, 1);
  } finally {
    await Promise.all(workers.map((worker) => worker.end('SIGKILL')));
    await server.stop();
  }
});
