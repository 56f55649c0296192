import assert from 'node:assert/strict';
import test from 'node:test';
import { connect } from '#server/platform/database/connect.ts';
import { startTestApp } from '#testing/app.ts';
import { createRecipients } from '#testing/deliveries.ts';
import { until } from '#testing/until.ts';
import { startProxy } from '../../../faults/proxy.ts';
import { startProgress } from './progress.ts';

test('reports results to clients after the database returns', async () => {
  const app = await startTestApp();
  const { hostname: host, port } = new URL(app.database.url);
  const cable = await startProxy({ host, port: Number(port) });
  const through = new URL(app.database.url);
  through.port = String(cable.port);
  const behind = connect(through.href, () => {}, { queryTimeout: 200 });
  let failures = 0;
  const log = { debug: () => failures++ } as unknown as typeof app.log;
  const progress = startProgress({ db: behind.db, log }, 20);
  const heard = new Set<number>();
  for (const id of [7, 8]) app.live.watch(`message:${id}`, () => heard.add(id));
  try {
    cable.pull();
    progress.changed([7]);
    await until(async () => failures > 0, 60_000);
    assert.equal(heard.size, 0);
    progress.changed([8]);
    cable.plug();
    await until(async () => heard.size === 2, 60_000);
  } finally {
    await progress.stop();
    await behind.close();
    await cable.stop();
    await app.stop();
  }
});

test('notifies viewers of the report, the event and running alarms once of a delivery', async () => {
  const app = await startTestApp();
  const { db, live } = app;
  const progress = startProgress(app, 20);
  try {
    const { eventId, reportId, messageId, recipients } = await createRecipients(db, { count: 2 });
    const heard: string[] = [];
    const topics = [`message:${messageId}`, `report:${reportId}`, `event:${eventId}`, 'running'] as const;
    for (const topic of topics) live.watch(topic, () => heard.push(topic.split(':')[0]!));
    const moved = async (status: string, place: number, count: number) => {
      const { id } = recipients[place]!;
      await db.updateTable('messageRecipients').set({ status }).where('id', '=', id).execute();
      heard.length = 0;
      progress.changed([messageId]);
      await until(async () => heard.length >= count);
      return [...heard].sort((a, b) => a.localeCompare(b));
    };
    assert.deepEqual(await moved('sending', 0, 1), ['message']);
    assert.deepEqual(await moved('sent', 0, 4), ['event', 'message', 'report', 'running']);
    assert.deepEqual(await moved('sending', 1, 1), ['message']);
  } finally {
    await progress.stop();
    await app.stop();
  }
});
