import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '#server/database/connect.ts';
import { usualTimes } from '#server/nodes/times.ts';
import { createMailChannel } from '#server/testing/deliveries.ts';
import { createEvent, createPerson, createReport } from '#server/testing/factories.ts';
import { createDraft } from '#server/testing/messages.ts';
import { type HalfDeadKind, startHalfDead } from '#server/testing/peers/half-dead.ts';
import { startTestServer, type TestServer } from '#server/testing/server.ts';
import { until } from '#server/testing/until.ts';
import { startWorker, type Worker } from '#server/worker.ts';
import { type Sink, startSink } from '../../faults/sink.ts';

// Over the wire, with less patience than usual: bench/half-dead.ts measures all kinds and protocols with the usual times.
const people = 30;
let server: TestServer;
let worker: Worker;
let sink: Sink;
let db: Db;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  sink = await startSink();
  db = server.app.db;
  await createMailChannel(db, sink.port);
  worker = await startWorker(server.app, undefined, { ...usualTimes, poll: [20, 30], settings: 50, silence: 400 });
});
after(async () => {
  await worker.stop();
  await server.stop();
  await sink.stop();
});

for (const kind of ['silent', 'stops at MAIL', 'resets', 'drips'] as const satisfies HalfDeadKind[]) {
  test(`an alarm reaches everybody over the other channel when a mail server ${kind}, and trouble is shown`, async () => {
    const halfDead = await startHalfDead('smtp', kind);
    const channelId = await createMailChannel(db, halfDead.port, { maxConnections: 4 });
    const ids = await Promise.all(Array.from({ length: people }, async () => (await createPerson(db)).id));
    const { id: reportId } = await createReport(db, { eventId: (await createEvent(db)).id });
    await createDraft(db, { reportId, channelId, people: ids });
    const manager = await server.as('crisis_manager');
    await manager.run(`mutation { sendReport(id: ${reportId}, launchKey: "half-dead-${reportId}") { _id } }`);
    const { rows } = await sql<{ address: string }>`
      select target_address as address from message_recipients where report_id = ${reportId}`.execute(db);
    const wanted = new Set(rows.map(({ address }) => address));
    assert.equal(wanted.size, people);
    // those that the channel has in hand need not be waited for after some seconds: they pass
    await until(async () => {
      await sql`update message_recipients set claimed_at = claimed_at - interval '10 seconds'
        where channel_id = ${channelId} and status = 'sending' and claimed_at > now() - interval '5 seconds'`.execute(
        db,
      );
      const reached = (await sink.ledger()).filter(({ to }) => wanted.has(to));
      return new Set(reached.map(({ to }) => to)).size === people;
    });
    const { trouble } = await db
      .selectFrom('channels')
      .select('trouble')
      .where('id', '=', channelId)
      .executeTakeFirstOrThrow();
    assert.equal(trouble, 'channel_unreachable');
    const copies = (await sink.ledger()).filter(({ to }) => wanted.has(to)).length;
    assert.equal(copies, people, 'nobody gets it twice');
    await db.updateTable('channels').set({ isActive: false }).where('id', '=', channelId).execute();
    await halfDead.stop();
  });
}
