import test from 'node:test';
import { storeReceived } from '#server/alerting/delivery/store-received.ts';
import type { Topic } from '#server/platform/live/topics.ts';
import { startTestApp } from '#testing/app.ts';
import { createChannel } from '#testing/messages.ts';
import { until } from '#testing/until.ts';

test('a reply without an id ends the rest of the workers, which join it', async () => {
  const app = await startTestApp();
  const heard: (Topic | null)[] = [];
  const unwatch = app.live.watchAll((topic) => heard.push(topic));
  try {
    const { id } = await createChannel(app.db, 'sms');
    const pieces = [{ from: '+4915160000001', text: '1' }];
    await storeReceived(app.db, { id, addresses: ['mobile'] }, { receipts: [], replies: [], pieces });
    await until(async () => heard.includes('replies'));
  } finally {
    unwatch();
    await app.stop();
  }
});
