import assert from 'node:assert/strict';
import { after, before, mock, test } from 'node:test';
import { adapters } from '#server/channels/registry.ts';
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

const statuses = async (messageId: number) => {
  const rows = await app.db
    .selectFrom('messageRecipients')
    .select('status')
    .where('messageId', '=', messageId)
    .orderBy('id')
    .execute();
  return rows.map(({ status }) => status);
};

test('old connections that do not end on one channel delay no other channel', async () => {
  const mail = adapters.get('smtp')!;
  const { open } = mail;
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let closing = 0;
  const slow = mock.method(mail, 'open', (...parts: Parameters<typeof open>) => ({
    ...open(...parts),
    close: () => {
      closing++;
      return ended;
    },
  }));
  const [changed, other] = [await createMailChannel(app.db, sink.port), await createMailChannel(app.db, sink.port)];
  const delivering = await startDelivering(app, { ...usualTimes, settings: 100 });
  try {
    const before = await createRecipients(app.db, { count: 1, channelId: changed });
    await until(async () => (await statuses(before.messageId)).every((status) => status === 'sent'));
    const settings = { host: '127.0.0.1', port: sink.port, secure: 'none', from: 'Lage <lage@example.org>' };
    await app.db
      .updateTable('channels')
      .set({ settings: JSON.stringify(settings) })
      .where('id', '=', changed)
      .execute();
    await until(async () => closing > 0);
    for (const channelId of [other, changed]) {
      const { messageId } = await createRecipients(app.db, { count: 1, channelId });
      await until(async () => (await statuses(messageId)).every((status) => status === 'sent'));
    }
    assert.equal(closing, 1);
  } finally {
    end();
    await delivering.stop();
    slow.mock.restore();
  }
});
