import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Db } from '#server/database/connect.ts';
import { createEvent, createReport, idByIdentifier } from '#server/testing/factories.ts';
import { createChannel, createDraft } from '#server/testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
let db: Db;
let viewer: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  viewer = await server.as('editor');
});
after(() => server.stop());

const look = `query ($event: ID!, $report: ID!) { event(id: $event) { stayedInside } report(id: $report) { stayedInside } }`;

/** Whether event and report say that nothing left the house; the messages by channel and status. */
async function said(
  messages: [channelId: number, status: string][],
  { mode = 'LIVE', type = 'activation' }: { mode?: string; type?: string } = {},
): Promise<[event: boolean, report: boolean]> {
  const event = await createEvent(db, { mode });
  const report = await createReport(db, { eventId: event.id, type });
  for (const [channelId, status] of messages) await createDraft(db, { reportId: report.id, channelId, status });
  const found = await viewer.run(look, { event: String(event.id), report: String(report.id) });
  return [found.event.stayedInside, found.report.stayedInside];
}

test('a live alarm that went to the exercise mailbox alone did not leave the house; a real channel is enough', async () => {
  const mailbox = await idByIdentifier(db, 'channels', 'exercise');
  const { id: sms } = await createChannel(db, 'sms');
  assert.deepEqual(await said([[mailbox, 'sent']]), [true, true]);
  assert.deepEqual(
    await said([
      [mailbox, 'sent'],
      [sms, 'sending'],
    ]),
    [false, false],
  );
  assert.deepEqual(
    await said([
      [mailbox, 'sent'],
      [sms, 'draft'],
    ]),
    [true, true],
    'a draft on a real channel has not left',
  );
  assert.deepEqual(
    await said([
      [mailbox, 'sending'],
      [sms, 'cancelled'],
    ]),
    [true, true],
    'neither has what was taken back',
  );
  assert.deepEqual(await said([[sms, 'failed']]), [true, true], 'nor what failed altogether');
});

test('nothing is said of what was not sent, of an exercise, and of an event without alarms', async () => {
  const mailbox = await idByIdentifier(db, 'channels', 'exercise');
  assert.deepEqual(await said([[mailbox, 'draft']]), [false, false]);
  assert.deepEqual(await said([[mailbox, 'sent']], { mode: 'EXERCISE' }), [false, false]);
  assert.deepEqual(await said([[mailbox, 'sent']], { type: 'staff_information' }), [false, true]);
});
