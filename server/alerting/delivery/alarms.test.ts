import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publish } from '#server/platform/live/live.ts';
import { usualTimes } from '#server/platform/nodes/times.ts';
import { startTestApp } from '#testing/app.ts';
import { createMailChannel, createRecipients, type ReadyDelivery } from '#testing/deliveries.ts';
import { startMailServer } from '#testing/fakes/mail-server.ts';
import { until } from '#testing/until.ts';
import { startDelivering } from './start.ts';

test('claims twice as many alarms as connections for a quick server, and doubts at most as many', async () => {
  const [app, mails] = [await startTestApp(), await startMailServer()];
  const delivering = await startDelivering(app, { ...usualTimes, poll: [20, 30] });
  const counted = async ({ messageId }: ReadyDelivery) => {
    const query = app.db.selectFrom('messageRecipients').select('status').where('messageId', '=', messageId);
    const statuses = (await query.execute()).map(({ status }) => status);
    const count = (status: string) => statuses.filter((one) => one === status).length;
    return { sent: count('sent'), sending: count('sending') };
  };
  const isSent = (delivery: ReadyDelivery) =>
    until(async () => (await counted(delivery)).sent === delivery.recipients.length);
  try {
    const channelId = await createMailChannel(app.db, mails.port, { maxConnections: 2 });
    // an unknown server's speed is assumed to be low
    await until(async () => {
      delete mails.mood.hold;
      await isSent(await createRecipients(app.db, { count: 60, channelId, lane: 'normal' }));
      const alarm = createRecipients(app.db, { count: 12, channelId, lane: 'alarm' });
      const seen: { claimed: number; inDoubt: number }[] = [];
      let arrived = 0;
      mails.mood.hold = async () => {
        const begun = ++arrived;
        const { sent, sending } = await counted(await alarm);
        seen.push({ claimed: sending, inDoubt: begun - sent });
      };
      await isSent(await alarm);
      const most = (of: 'claimed' | 'inDoubt') => Math.max(...seen.map((one) => one[of]));
      assert.equal(arrived, 12);
      assert.ok(most('inDoubt') <= 2);
      assert.ok(most('claimed') <= 4);
      return most('claimed') === 4;
    });
  } finally {
    await delivering.stop();
    await mails.stop();
    await app.stop();
  }
});

test('connects to the mail server as soon as an alarm is being launched', async () => {
  const [app, mails] = [await startTestApp(), await startMailServer()];
  const delivering = await startDelivering(app);
  try {
    await createMailChannel(app.db, mails.port);
    await until(async () => {
      await publish(app.db, { connect: true });
      return mails.connections.ever > 0;
    });
    assert.deepEqual([mails.taken, mails.empty], [[], 0]);
  } finally {
    await delivering.stop();
    await mails.stop();
    await app.stop();
  }
});
