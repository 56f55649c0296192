import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { createEvent } from '#testing/factories.ts';
import { isSigned, startReceiver } from '#testing/fakes/receiver.ts';
import { startTestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { startWorkerProcess } from '../../../faults/process.ts';

const ends: (() => Promise<void>)[] = [];
after(async () => {
  for (const end of ends) await end();
});

const env = { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' };
Object.assign(process.env, env); // the worker processes inherit it
const createDocument = 'mutation ($i: CreateWebhookInput!) { createWebhook(input: $i) { secret webhook { _id } } }';

test('a process killed before or during sending loses nothing', async () => {
  const server = await startTestServer({ ROLES: 'web', ...env });
  ends.push(server.stop);
  const client = await server.as('administrator', 'editor');
  let answers = false;
  const receiver = await startReceiver((response) => answers && void response.writeHead(200).end());
  ends.unshift(receiver.stop);
  const { url, got, wait } = receiver;
  const { createWebhook } = await client.run(createDocument, { i: { name: 'x', url, eventTypes: ['event.finished'] } });
  const { id } = await createEvent(server.app.db, { isRunning: true });
  await client.run(`mutation { finishEvent(id: ${id}) { _id } }`);
  assert.equal(got.length, 0, 'committed, and nobody there to send it');
  const first = await startWorkerProcess(server.app.db, server.app.database.url);
  const begun = await wait(({ body }) => body.includes(`/api/v2/events/${id}"`));
  await first.end('SIGKILL');
  answers = true;
  // the claim expires on its own
  await server.app.db.updateTable('webhookDeliveries').set({ tryAt: new Date() }).execute();
  const second = await startWorkerProcess(server.app.db, server.app.database.url);
  const delivery = () => server.app.db.selectFrom('webhookDeliveries').selectAll().executeTakeFirstOrThrow();
  await until(async () => (await delivery()).status !== 'pending');
  await second.end('SIGTERM');
  assert.deepEqual(
    got.map(({ headers }) => headers['webhook-id']),
    [begun.headers['webhook-id'], begun.headers['webhook-id']],
  );
  assert.ok(got.every((request) => isSigned(request, createWebhook.secret)));
  const row = await delivery();
  assert.deepEqual([row.status, row.attempts], ['delivered', 2]);
});
