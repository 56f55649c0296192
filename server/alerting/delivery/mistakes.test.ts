import assert from 'node:assert/strict';
import { after, before, mock, test } from 'node:test';
import { sql } from 'kysely';
import MailComposer from 'nodemailer/lib/mail-composer';
import { pino } from 'pino';
import { usualTimes } from '#server/platform/nodes/times.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { createMailChannel, createRecipients } from '#testing/deliveries.ts';
import { until } from '#testing/until.ts';
import { type Sink, startSink } from '../../../faults/sink.ts';
import { startDelivering } from './start.ts';

let app: TestApp;
let sink: Sink;
before(async () => {
  app = await startTestApp();
  sink = await startSink();
});
after(async () => {
  await sink.stop();
  await app.stop();
});

test('fails a message after three errors before sending, and never counts it as sent', async () => {
  const compile = mock.method(MailComposer.prototype, 'compile', () => {
    throw new TypeError('this mail to anna@example.org cannot be put together');
  });
  const channelId = await createMailChannel(app.db, sink.port);
  const { messageId } = await createRecipients(app.db, {
    count: 1,
    channelId,
    lane: 'alarm',
    reportType: 'staff_information',
  });
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) });
  const delivering = await startDelivering({ ...app, log }, { ...usualTimes, settings: 100 });
  try {
    const row = await until(async () => {
      await sql`
        update message_recipients set try_at = now() where message_id = ${messageId} and status = 'retrying'`.execute(
        app.db,
      );
      return app.db
        .selectFrom('messageRecipients')
        .select(['status', 'statusReason', 'attempts', 'maybeDuplicate'])
        .where('messageId', '=', messageId)
        .where('status', 'not in', ['queued', 'sending', 'retrying'])
        .executeTakeFirst();
    });
    assert.deepEqual(row, { status: 'failed', statusReason: 'render_failed', attempts: 3, maybeDuplicate: false });
    assert.deepEqual(await sink.ledger(), []);
    const logged = lines.filter((line) => line.includes('adapter_failed'));
    assert.equal(logged.length, 3);
    for (const line of logged) assert.ok(/TypeError/.test(line) && !/anna@/.test(line), line);
  } finally {
    await delivering.stop();
    compile.mock.restore();
  }
});
