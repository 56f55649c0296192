import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { publish } from '#server/platform/live/live.ts';
import { usualTimes } from '#server/platform/nodes/times.ts';
import { startWorker, type Worker } from '#server/program/worker.ts';
import { createMailChannel } from '#testing/deliveries.ts';
import { createEvent, createEventType, createPerson, createReport } from '#testing/factories.ts';
import { type HalfDeadKind, startHalfDead } from '#testing/fakes/half-dead.ts';
import { createChannel, createDraft } from '#testing/messages.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { type Sink, startSink } from '../../../faults/sink.ts';

// With shorter times than bench/half-dead.ts, which measures all protocols.
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
  worker = await startWorker(server.app, undefined, { ...usualTimes, poll: [20, 30], settings: 50, silence: 1_500 });
});
after(async () => {
  await worker.stop();
  await server.stop();
  await sink.stop();
});

for (const kind of ['silent', 'stops at MAIL', 'resets', 'drips'] as const satisfies HalfDeadKind[]) {
  test(`another channel carries an alarm when a mail server ${kind}, and the trouble shows`, async () => {
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
    // the channel's current messages pass after seconds
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

/** On a busy machine, a good server may seem silent and count as failing. */
async function bePatient(): Promise<void> {
  await worker.stop();
  await db.updateTable('channels').set({ trouble: null }).execute();
  worker = await startWorker(server.app, undefined, { ...usualTimes, poll: [20, 30], settings: 50, silence: 60_000 });
}

test('when the first mail server recovers, no person gets a second copy at the same address', async () => {
  await bePatient();
  const own = await startSink({ deferSender: true });
  const channelId = await createMailChannel(db, own.port);
  const person = await createPerson(db, { email: 'einmal@example.org' });
  const { id: reportId } = await createReport(db, { eventId: (await createEvent(db)).id });
  await createDraft(db, { reportId, channelId, people: [person.id] });
  await db.updateTable('channels').set({ trouble: 'channel_unreachable' }).where('id', '=', channelId).execute();
  const manager = await server.as('crisis_manager');
  await manager.run(`mutation { sendReport(id: ${reportId}, launchKey: "recovers-${reportId}") { _id } }`);
  const rows = () =>
    sql<{ text: string }>`
      select concat_ws(' ', status, status_reason) as text from message_recipients
      where report_id = ${reportId} order by id`.execute(db);
  const copies = async () =>
    [...(await sink.ledger()), ...(await own.ledger())].filter(({ to }) => to === 'einmal@example.org').length;
  await until(async () => (await copies()) === 1);
  await own.behave({});
  await sql`update channels set trouble = null where id = ${channelId}`.execute(db);
  await sql`update message_recipients set try_at = now() where report_id = ${reportId} and status in ('queued', 'retrying')`.execute(
    db,
  );
  await publish(db, { work: true });
  await until(async () => (await rows()).rows.every(({ text }) => /^(sent|cancelled handed_over)$/.test(text)));
  assert.equal(await copies(), 1);
  await db.updateTable('channels').set({ isActive: false }).where('id', '=', channelId).execute();
  await own.stop();
});

test('another channel of the type replaces one in trouble, and the next step keeps its time', async () => {
  await bePatient();
  const halfDead = await startHalfDead('smtp', 'resets');
  const [first, texts] = [await createMailChannel(db, halfDead.port), await createChannel(db, 'sms')];
  await db.updateTable('channels').set({ trouble: 'channel_unreachable' }).where('id', '=', first).execute();
  const person = await createPerson(db, { mobile: '+4915162000001' });
  const type = await createEventType(db, { alarmSteps: JSON.stringify({ sms: 600 }) });
  const { id: eventId } = await createEvent(db, { activationEventTypeId: type.id });
  const { id: reportId } = await createReport(db, { eventId, type: 'activation' });
  for (const channelId of [first, texts.id]) await createDraft(db, { reportId, channelId, people: [person.id] });
  const manager = await server.as('crisis_manager');
  await manager.run(`mutation { sendReport(id: ${reportId}, launchKey: "stands-in-${reportId}") { _id } }`);
  const look = async () => {
    const { rows } = await sql<{ text: string }>`
      select concat_ws(' ', case when m.channel_id = ${texts.id} then 'text' else 'mail' end, r.status, r.status_reason) as text
      from message_recipients r join messages m on m.id = r.message_id
      where r.report_id = ${reportId} order by text`.execute(db);
    return rows.map(({ text }) => text).join(', ');
  };
  const expected = 'mail cancelled handed_over, mail sent, text pending';
  await until(async () => (await look()) === expected).catch(() => undefined);
  assert.equal(await look(), expected);
  await db.updateTable('channels').set({ isActive: false }).where('id', 'in', [first, texts.id]).execute();
  await halfDead.stop();
});
