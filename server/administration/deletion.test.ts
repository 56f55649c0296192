import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let administrator: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  administrator = await server.as('administrator');
});
after(() => server.stop());

const deletionQuery =
  'query ($type: String!, $id: ID!) { deletion(type: $type, id: $id) { outcome usage { what count } } }';
const deletion = async (type: string, id: number | string) =>
  (await administrator.run(deletionQuery, { type, id })).deletion;
const idOf = async (list: string, identifier: string): Promise<string> => {
  const { edges } = (await administrator.run(`{ list: ${list}(first: 1000) { edges { node { id identifier } } } }`))
    .list;
  return edges.find(({ node }: { node: { identifier: string } }) => node.identifier === identifier).node.id;
};

test('previews the effects of deleting a row and then applies them', async () => {
  const { createLocation: place } = await administrator.run(
    'mutation { createLocation(input: { name: "Hof" }) { id _id } }',
  );
  assert.deepEqual(await deletion('Location', place.id), { outcome: 'SWITCH_OFF', usage: [] });
  const { createEventType: type } = await administrator.run(
    'mutation ($location: ID!) { createEventType(input: { name: "Brand", location: $location }) { id } }',
    { location: place.id },
  );
  const usage = [{ what: 'eventTypes', count: 1 }];
  assert.deepEqual(await deletion('Location', place._id), { outcome: 'SWITCH_OFF', usage });
  const remove = 'mutation ($id: ID!) { deleteLocation(id: $id) { isActive } }';
  assert.deepEqual(await administrator.run(remove, place), { deleteLocation: { isActive: false } });
  assert.deepEqual(await deletion('Location', place._id), { outcome: 'REFUSE', usage });
  assert.equal((await administrator.send(remove, place)).errors![0]!.message, 'error_in_use');
  await administrator.run('mutation ($id: ID!) { updateEventType(input: { id: $id, location: null }) { id } }', type);
  assert.deepEqual(await deletion('Location', place._id), { outcome: 'REMOVE', usage: [] });
});

test('keeps required rows; switches several off together, with the needed ones named, or none', async () => {
  const activation = await idOf('reportTypes', 'activation');
  assert.equal((await deletion('ReportType', activation)).outcome, 'KEEP');
  assert.equal(
    (await administrator.send(deletionQuery, { type: 'Location', id: 999 })).errors![0]!.message,
    'error_not_found',
  );
  const { createReportType: other } = await administrator.run(
    'mutation { createReportType(input: { name: "Info" }) { id } }',
  );
  const setActive = `mutation ($ids: [ID!]!) { setActive(type: "ReportType", ids: $ids, isActive: false) }`;
  const [error] = (await administrator.send(setActive, { ids: [other.id, activation] })).errors!;
  assert.equal(error!.message, 'error_base_row');
  const { rows } = error!.extensions.details as { rows: { id: string; name: string }[] };
  assert.deepEqual(
    rows.map(({ id }) => id),
    [activation],
  );
  const { reportType } = await administrator.run('query ($id: ID!) { reportType(id: $id) { isActive } }', other);
  assert.equal(reportType.isActive, true);
});

test('orders, searches and filters the list of users like every other list', async () => {
  const me = administrator;
  const { users } = await me.run(
    '{ users(order: [{ field: "email", direction: DESC }], needApproval: false, isActive: true, search: "example") { totalCount edges { node { email isBase } } } }',
  );
  const emails = users.edges.map(({ node }: { node: { email: string } }) => node.email);
  assert.ok(emails.length > 1);
  assert.deepEqual(
    emails,
    [...emails].sort((a, b) => b.localeCompare(a, 'de')),
  );
});
