import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { createChannel } from '#testing/messages.ts';
import { createFeedCache } from './cache.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.stop());

test('queries the database once for any number of readers and serves the last answer in outages', async (t) => {
  const { id } = await createChannel(app.db, 'webfeed');
  let asked = 0;
  let isAway = false;
  const db = app.db.withPlugin({
    transformQuery({ node }) {
      asked++;
      if (isAway) throw new Error('away');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  let later = 0;
  const now = performance.now.bind(performance);
  t.mock.method(performance, 'now', () => now() + later);
  const snapshots = createFeedCache({ db, secrets: app.secrets });
  const read = () => Promise.all(Array.from({ length: 2000 }, () => snapshots(id)));

  assert.ok((await read()).every((snapshot) => snapshot?.content.channelId === id));
  assert.ok(asked <= 4, `asked ${asked} times`);
  assert.equal(await snapshots(id + 1), null);
  later += 10_000;
  await read();
  assert.ok(asked <= 8, `asked ${asked} times`);
  isAway = true;
  later += 10_000;
  assert.ok((await read()).every((snapshot) => snapshot?.content.channelId === id));
});
