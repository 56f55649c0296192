import assert from 'node:assert/strict';
import test from 'node:test';
import { sql } from 'kysely';
import { publish } from '#server/platform/live/live.ts';
import { createMailChannel } from '#testing/deliveries.ts';
import { createPerson, createReport } from '#testing/factories.ts';
import { createDraft } from '#testing/messages.ts';
import { startTestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { startSink } from '../../../faults/sink.ts';

test('two unknown outcomes count as sent without a retry, and the API shows no confirmation', async () => {
  const server = await startTestServer();
  const sink = await startSink();
  const { db } = server.app;
  try {
    const channelId = await createMailChannel(db, sink.port);
    const { id: person } = await createPerson(db, { email: 'lost+acceptThenDrop@example.org' });
    const { id: reportId } = await createReport(db);
    const { id: messageId } = await createDraft(db, { reportId, channelId, people: [person], requestAnswer: true });
    const manager = await server.as('crisis_manager');
    await manager.run(`mutation { sendReport(id: ${reportId}, launchKey: "unconfirmed") { _id } }`);
    const look = async () => {
      const { report } = await manager.run(`{ report(id: ${reportId}) {
        messages { edges { node { status } } }
        people { edges { node { recipients { status statusReason maybeDuplicate attempts } } } } } }`);
      const [{ node: message }] = report.messages.edges;
      const [{ node }] = report.people.edges;
      return { message: message.status, ...node.recipients[0] };
    };
    const first = await until(async () => {
      const seen = await look();
      return seen.status === 'retrying' && seen;
    });
    assert.deepEqual(first, {
      message: 'sending',
      status: 'retrying',
      statusReason: 'outcome_unknown',
      maybeDuplicate: true,
      attempts: 1,
    });
    await sql`update message_recipients set try_at = now() where report_id = ${reportId}`.execute(db);
    await publish(db, { work: true });
    const last = await until(async () => {
      const seen = await look();
      return seen.message !== 'sending' && seen;
    });
    assert.deepEqual(last, {
      message: 'sent_with_errors',
      status: 'sent',
      statusReason: 'unconfirmed',
      maybeDuplicate: true,
      attempts: 2,
    });
    assert.equal((await sink.ledger()).length, 2);
    const again = await manager.send(
      `mutation { retryFailedRecipients(message: ${messageId}, launchKey: "once more") { _id } }`,
    );
    assert.equal(again.errors?.[0]?.message, 'error_nothing_to_retry', 'it is none of those that were not reached');
  } finally {
    await server.stop();
    await sink.stop();
  }
});
