import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { createPerson, createUser } from '#testing/factories.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
});
after(() => server.stop());

const change = `mutation ($id: ID!, $order: [String!]) {
  updatePerson(input: { id: $id, channelOrder: $order }) { channelOrder } }`;

test('contact editors set the order of a person’s channels, and all users see it', async () => {
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

test('stored data names devices and channels without information, never their keys', async () => {
  const { db } = server.app;
  const user = await createUser(db);
  const keys = Buffer.from('sealed');
  const own = { userId: user.id, kind: 'webpush', address: 'https://push.example.org/own', keys, name: 'Rechner' };
  await db.insertInto('devices').values(own).execute(); // switched on before the user was a contact
  const { id } = await createPerson(db, { email: user.email });
  const device = { personId: id, kind: 'webpush', address: `https://push.example.org/${id}`, keys, name: 'Telefon' };
  await db.insertInto('devices').values(device).execute();
  const manager = await server.as('contact_manager');
  const [{ _id: type }] = (
    await manager.run('{ channelTypes(first: 1) { edges { node { _id } } } }')
  ).channelTypes.edges.map(({ node }: { node: { _id: number } }) => node);
  await manager.run(`mutation { setChannelOptOut(person: ${id}, channelType: ${type}, optedOut: true) { id } }`);
  const { exportPerson } = await manager.run(`{ exportPerson(id: ${id}) }`);
  const names = exportPerson.devices.map(({ name }: { name: string }) => name);
  assert.deepEqual(names, ['Rechner', 'Telefon']);
  assert.partialDeepStrictEqual(exportPerson.noInformationOver, [{ way: 'operator' }]);
  assert.doesNotMatch(JSON.stringify(exportPerson), /sealed|push\.example/);
});
