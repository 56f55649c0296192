import assert from 'node:assert/strict';
import test from 'node:test';
import { sql } from 'kysely';
import { recordAnswer } from '#server/alerting/answers/answers.ts';
import { recordArrival } from '#server/alerting/answers/arrivals.ts';
import { createMailChannel } from '#testing/deliveries.ts';
import { createEvent, createGroup, createMailingList, createPerson, createReport } from '#testing/factories.ts';
import { createDraft } from '#testing/messages.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { type Process, startWorkerProcess } from '../../../faults/process.ts';
import { type Sink, startSink } from '../../../faults/sink.ts';

const [size, needed, slots] = [240, 5, 10];

/** An alarm received by all: all but one of the needed come, one is there beyond the need, one declined. */
async function alarm(server: TestServer, sink: Sink) {
  const { db } = server.app;
  await sql`update system_settings set value_str = '0' where value_key = 'stand_down_seconds'`.execute(db);
  const people: number[] = [];
  while (people.length < size) people.push((await createPerson(db)).id);
  const group = await createGroup(db, { members: people });
  const list = await createMailingList(db, { groups: [{ id: group.id, stopLimit: needed }] });
  const { id: reportId } = await createReport(db, { eventId: (await createEvent(db)).id });
  const channelId = await createMailChannel(db, sink.port, { maxConnections: slots });
  await createDraft(db, { reportId, channelId, lists: [list.id], requestAnswer: true });
  const manager = await server.as('crisis_manager');
  await manager.run(`mutation { sendReport(id: ${reportId}, launchKey: "killed in a stand-down") { _id } }`);
  await until(async () => (await sink.ledger()).length === needed);
  await until(async () => (await statusesOf(server, reportId))['sent'] === needed);
  // as after as many waves as it takes
  await db.transaction().execute(async (tx) => {
    for (const status of ['queued', 'sending', 'sent']) {
      await sql`
        update message_recipients set status = ${status}, try_at = null, sent_at = clock_timestamp()
        where report_id = ${reportId} and status <> 'sent'`.execute(tx);
    }
    await sql`
      update cascade_members m set asked_at = now() from cascades c
      where c.id = m.cascade_id and c.report_id = ${reportId}`.execute(tx);
  });
  const { rows } = await sql<{ id: number; personId: number; address: string }>`
    select id, person_id, address_norm as address from message_recipients where report_id = ${reportId}`.execute(db);
  const answer = (person: number, option: string) => {
    const { id: recipientId } = rows.find(({ personId }) => personId === person)!;
    return recordAnswer(server.app, { recipientId, option, source: 'operator' });
  };
  for (const person of people.slice(1, needed)) await answer(person, '1');
  const [there, declined] = [people[1]!, people[needed]!];
  const { id: recipientId } = rows.find(({ personId }) => personId === there)!;
  await recordArrival(server.app, { recipientId, arrived: true, source: 'operator' });
  await answer(declined, '2');
  const left = new Set([...people.slice(0, needed), declined]);
  return {
    reportId,
    fill: () => answer(people[0]!, '1'),
    notNeeded: rows.filter(({ personId }) => !left.has(personId)).map(({ address }) => address),
    asked: rows.filter(({ personId }) => people.indexOf(personId) < needed).map(({ address }) => address),
  };
}

async function statusesOf(server: TestServer, reportId: number | null): Promise<Record<string, number>> {
  const { rows } = await sql<{ status: string; n: number }>`
    select status, count(*) as n from message_recipients where report_id = ${reportId} group by status`.execute(
    server.app.db,
  );
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
}

async function standDownOf({ app: { db } }: TestServer, reportId: number) {
  const { rows } = await sql<{ due: boolean; noticeId: number | null; notices: number }>`
    select due_at is not null as due, notice_id, (select count(*) from reports r join report_types t
      on t.id = r.report_type_id where t.identifier = 'stand_down') as notices
    from stand_downs where report_id = ${reportId}`.execute(db);
  return rows[0]!;
}

/** Kills a worker during a stand-down. */
async function killWriting(server: TestServer, worker: Process): Promise<void> {
  const { db } = server.app;
  await db.transaction().execute(async (tx) => {
    await sql`lock table reports in share mode`.execute(tx); // the report for them can't be created
    await until(async () => {
      const { rows } = await sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and query like '%insert into reports%'`.execute(db);
      return rows.length > 0;
    });
    await worker.end('SIGKILL');
  });
}

// Real processes, a real mail server, real kills.
test('a process killed in a stand-down notifies each unneeded person once or marks a duplicate', async () => {
  const server = await startTestServer({ ROLES: 'web' });
  const sink = await startSink({ delay: 20 });
  const { db, database } = server.app;
  const workers: Process[] = [];
  const work = async () => {
    const worker = await startWorkerProcess(db, database.url);
    workers.push(worker);
    return worker;
  };
  try {
    const first = await work();
    const { reportId, fill, notNeeded, asked } = await alarm(server, sink);
    const killed = killWriting(server, first);
    await fill();
    await killed;
    assert.deepEqual(await standDownOf(server, reportId), { due: true, noticeId: null, notices: 0 });

    let kills = 0;
    for (const share of [0.1, 0.4]) {
      const worker = await work();
      await until(async () => (await sink.ledger()).length > needed + share * notNeeded.length);
      await worker.end('SIGKILL');
      kills++;
    }
    await Promise.all([work(), work()]);
    const { noticeId, ...told } = await standDownOf(server, reportId);
    assert.deepEqual(told, { due: false, notices: 1 });
    const done = async () => (await statusesOf(server, noticeId))['sent'] === notNeeded.length;
    await until(done).catch(() => until(done));
    assert.deepEqual(await statusesOf(server, noticeId), { sent: notNeeded.length });

    const { rows: marked } = await sql<{ address: string }>`
      select address_norm as address from message_recipients where report_id = ${noticeId} and maybe_duplicate`.execute(
      db,
    );
    const copies = Map.groupBy(await sink.ledger(), ({ to }) => to);
    assert.deepEqual([...copies.keys()].sort(), [...asked, ...notNeeded].sort(), 'nobody is left, nobody else told');
    for (const address of asked) assert.equal(copies.get(address)!.length, 1, 'who comes got the alarm alone');
    const twice = notNeeded.filter((address) => copies.get(address)!.length > 1);
    assert.ok(twice.length <= kills * slots);
    for (const address of twice) {
      assert.ok(marked.some((one) => one.address === address));
      assert.equal(new Set(copies.get(address)!.map(({ messageId }) => messageId)).size, 1);
    }
  } finally {
    await Promise.all(workers.map((worker) => worker.end('SIGKILL')));
    await sink.stop();
    await server.stop();
  }
});
