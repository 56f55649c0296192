import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { createPerson } from '#server/testing/factories.ts';
import { startTestServer, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.stop());

const change = `mutation ($id: ID!, $order: [String!]) {
  updatePerson(input: { id: $id, channelOrder: $order }) { channelOrder } }`;

test('who edits contacts sets the order of a person’s channels; everybody sees it', async () => {
  const { id } = await createPerson(server.app.db);
  const manager = await server.as('contact_manager');
  const set = (order: string[]) => manager.send(change, { id: String(id), order });
  assert.deepEqual((await set(['sms', 'email'])).data?.['updatePerson'], { channelOrder: ['sms', 'email'] });
  const editor = await server.as('editor');
  assert.deepEqual((await editor.run(`{ person(id: ${id}) { channelOrder } }`)).person, {
    channelOrder: ['sms', 'email'],
  });
  const exported = await manager.run(`{ exportPerson(id: ${id}) }`);
  assert.deepEqual(exported.exportPerson.person.channelOrder, ['sms', 'email']);
  for (const wrong of [['brieftaube'], ['sms', 'sms'], ['exercise']]) {
    assert.deepEqual((await set(wrong)).errors?.[0]?.extensions?.['fields'], { channelOrder: 'error_invalid_input' });
  }
  assert.deepEqual((await set([])).data?.['updatePerson'], { channelOrder: [] });
  assert.equal((await editor.send(change, { id: String(id), order: ['sms'] })).errors?.[0]?.message, 'error_forbidden');
});
