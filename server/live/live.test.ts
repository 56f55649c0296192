import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '#server/database/connect.ts';
import { createTestDatabase } from '#server/testing/database.ts';
import { publish, startLive, type Topic } from './live.ts';

test('a slow listener gets one more turn for any number of changes, and never misses the last', async () => {
  const test = await createTestDatabase();
  const database = connect(test.url);
  const live = await startLive(test.url);
  const changes = live.changes(['message:1', 'report:2']);
  const turns: Topic[] = [(await changes.next()).value];
  for (let n = 0; n < 50; n++) await publish(database.db, { message: [1], report: [2] });
  await sleep(200);
  const listen = async () => {
    for (;;) {
      const turn = await Promise.race([changes.next(), sleep(200, null)]);
      if (!turn || turn.done) return;
      turns.push(turn.value);
    }
  };
  await listen();
  assert.deepEqual(turns, ['message:1', 'message:1', 'report:2']);
  await publish(database.db, { message: [1] });
  await sleep(200);
  await changes.return?.();
  await live.stop();
  await database.close();
  await test.drop();
});
