import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { post } from '#testing/rest.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { createTrigger } from '#testing/triggers.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
});
after(() => server.stop());

test('half a character from a caller does not block an alarm, first or repeated', async () => {
  const { token } = await server.as('crisis_manager');
  const trigger = await createTrigger(server);
  const broken = { trigger: trigger.word, place: 'Haus \udc00' };
  const statuses = [];
  for (const id of ['1', '2', 'halb-\ud83d', 'halb-\ud83d'])
    statuses.push(
      (await post(server, '/api/triggers', { ...broken, id, text: `Melder ${id} \ud83d` }, { token })).status,
    );
  assert.deepEqual(statuses, [201, 200, 200, 200]);
});
