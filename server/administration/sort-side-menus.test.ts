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

type Entry = { id: string; identifier: string };
const entries = async (): Promise<Entry[]> => {
  const { sideMenus } = await administrator.run('{ sideMenus { edges { node { id identifier } } } }');
  return sideMenus.edges.map(({ node }: { node: Entry }) => node);
};
const sort = (ids: string[]) =>
  administrator.send('mutation ($ids: [ID!]!) { sortSideMenus(ids: $ids) { id identifier } }', { ids });
const audited = () =>
  server.app.db
    .selectFrom('auditEntries')
    .select(['label', 'before', 'after'])
    .where('type', '=', 'SideMenu')
    .orderBy('id')
    .execute();

test('reorders the side menu by numbering the identifiers and audits each change', async () => {
  const before = await entries();
  const [first, second, ...rest] = before;
  const { data } = await sort([second!, first!, ...rest].map(({ id }) => id));
  const expected = ['010_events', '020_home', ...rest.map(({ identifier }) => identifier)];
  assert.deepEqual(
    data.sortSideMenus.map(({ identifier }: Entry) => identifier),
    expected,
  );
  assert.deepEqual(
    (await entries()).map(({ identifier }) => identifier),
    expected,
  );
  assert.deepEqual(await audited(), [
    { label: 'Ereignisse', before: { identifier: '020_events' }, after: { identifier: '010_events' } },
    { label: 'Start', before: { identifier: '010_home' }, after: { identifier: '020_home' } },
  ]);
});

test('numbers an entry without a number, and the same order changes nothing', async () => {
  const input = { identifier: 'handbook', title: 'Handbuch', link: '/' };
  await administrator.run('mutation ($input: CreateSideMenuInput!) { createSideMenu(input: $input) { id } }', {
    input,
  });
  const present = await entries();
  const made = present.find(({ identifier }) => identifier === 'handbook')!;
  const order = [made, ...present.filter(({ id }) => id !== made.id)].map(({ id }) => id);
  assert.equal((await sort(order)).data.sortSideMenus[0].identifier, '010_handbook');
  const count = (await audited()).length;
  await sort(order);
  assert.equal((await audited()).length, count);
});

test('refuses an order that misses an entry or names another one', async () => {
  const ids = (await entries()).map(({ id }) => id);
  for (const wrong of [ids.slice(1), [...ids.slice(1), '999999'], []]) {
    assert.equal((await sort(wrong)).errors?.[0]?.message, 'error_changed_meanwhile');
  }
});
