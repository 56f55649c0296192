import assert from 'node:assert/strict';
import test from 'node:test';
import { sql } from 'kysely';
import { createEvent, createPerson, createReport } from '#testing/factories.ts';
import { createChannel, createDraft, passSeconds } from '#testing/messages.ts';
import { startTestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { type Process, startWorkerProcess } from '../../../faults/process.ts';

// real processes and kills; an exercise, whose channel keeps messages
test('steps continue once per person after a process is killed between or within steps', async () => {
  const server = await startTestServer({ ROLES: 'web' });
  const { db, database } = server.app;
  const workers: Process[] = [];
  const work = async () => {
    const worker = await startWorkerProcess(db, database.url);
    workers.push(worker);
    return worker;
  };
  try {
    await db.updateTable('channelTypes').set({ isActive: true }).where('identifier', '=', 'voice').execute();
    const people: number[] = [];
    for (let n = 0; n < 150; n++) people.push((await createPerson(db, { mobile: `+49151${7_000_000 + n}` })).id);
    const { id: reportId } = await createReport(db, { eventId: (await createEvent(db, { mode: 'EXERCISE' })).id });
    for (const [type, provider] of Object.entries({ email: 'smtp', sms: 'sms-gateway', voice: 'call-gateway' })) {
      const channel = await createChannel(db, type, { settings: JSON.stringify({ provider }) });
      await createDraft(db, { reportId, channelId: channel.id, people, requestAnswer: true });
    }
    const kept = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from exercise_messages x join message_recipients r on r.id = x.recipient_id
        where r.report_id = ${reportId}`.execute(db);
      return rows[0]!.n;
    };
    const manager = await server.as('crisis_manager');
    const first = await work();
    await manager.run('mutation ($id: ID!) { sendReport(id: $id, launchKey: "killed between steps") { id } }', {
      id: String(reportId),
    });
    await until(async () => (await kept()) === people.length);
    await first.end('SIGKILL');
    await passSeconds(db, reportId, 30);
    const second = await work();
    await until(async () => (await kept()) > people.length);
    await second.end('SIGKILL');
    await passSeconds(db, reportId, 60);
    await Promise.all([work(), work()]);
    const statuses = async () =>
      (
        await sql<{ status: string; n: number }>`
        select status, count(*) as n from message_recipients where report_id = ${reportId} group by status`.execute(db)
      ).rows;
    const done = [{ status: 'sent', n: 3 * people.length }];
    await until(async () => JSON.stringify(await statuses()) === JSON.stringify(done)).catch(() => undefined);
    assert.deepEqual(await statuses(), done);
    assert.equal(await kept(), 3 * people.length);
  } finally {
    await Promise.all(workers.map((worker) => worker.end('SIGKILL')));
    await server.stop();
  }
});
