import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { createUser } from '#testing/factories.ts';
import { get, workbook } from '#testing/rest.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { checkAudit } from './audit.ts';

let server: TestServer;
let administrator: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  administrator = await server.as('administrator', 'system_owner');
});
after(() => server.stop());

interface Entry {
  id: string;
  action: string;
  type: string;
  rowId: number;
  label: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  by: { id: string };
  hash: string;
}

const fields = 'id action type rowId label before after hash by { id }';
async function entries(args = 'first: 1000', by = administrator): Promise<Entry[]> {
  const { auditEntries } = await by.run(`{ auditEntries(${args}) { edges { node { ${fields} } } } }`);
  return auditEntries.edges.map(({ node }: { node: Entry }) => node);
}
const intact = async () => (await administrator.run('{ auditIntact }')).auditIntact;

test('records an administrative change with user, action, before and after, but no refused one', async () => {
  const { createLocation: made } = await administrator.run(
    'mutation { createLocation(input: { name: "Haus Nord", address: "Weg 1" }) { _id id } }',
  );
  await administrator.run(
    'mutation ($id: ID!) { updateLocation(input: { id: $id, name: "Haus Süd", address: "Weg 1" }) { id } }',
    made,
  );
  await administrator.run('mutation ($id: ID!) { updateLocation(input: { id: $id, name: "Haus Süd" }) { id } }', made);
  const refused = 'mutation ($id: ID!) { updateLocation(input: { id: $id, coordinates: "x" }) { id } }';
  assert.ok((await administrator.send(refused, made)).errors);
  await administrator.run('mutation ($id: ID!) { deleteLocation(id: $id) { id } }', made);
  await administrator.run('mutation ($id: ID!) { deleteLocation(id: $id) { id } }', made);
  const found = await entries(`type: "Location", rowId: ${made._id}`);
  const shown = found.map(({ action, label, before, after }) => [action, label, before, after]);
  assert.deepEqual(shown, [
    ['remove', 'Haus Süd', { name: 'Haus Süd', address: 'Weg 1', isActive: false }, null],
    ['switch_off', 'Haus Süd', { isActive: true }, { isActive: false }],
    ['update', 'Haus Süd', { name: 'Haus Nord' }, { name: 'Haus Süd' }],
    ['create', 'Haus Nord', null, { name: 'Haus Nord', address: 'Weg 1', isActive: true }],
  ]);
  assert.ok(found.every(({ by }) => by.id === `/api/v2/users/${administrator.userId}`));
});

test('records changes of users without passwords; a rejected registration leaves no name', async () => {
  const make = `mutation { createUser(input: { email: "neu@example.org", firstName: "Neu", lastName: "Ling", roles: ["editor"] })
    { _id id } }`;
  const { createUser: made } = await administrator.run(make);
  await administrator.run(
    'mutation ($id: ID!) { updateUser(input: { id: $id, roles: ["crisis_manager"] }) { id } }',
    made,
  );
  const [update, create] = await entries(`type: "User", rowId: ${made._id}`);
  assert.deepEqual([update!.before, update!.after], [{ roles: ['editor'] }, { roles: ['crisis_manager'] }]);
  assert.equal(create!.after!['email'], 'neu@example.org');
  assert.doesNotMatch(JSON.stringify(create), /password|token/i);
  const waiting = await createUser(server.app.db, { firstName: 'Unbekannt', needApproval: true, isActive: false });
  await administrator.run(`mutation { rejectUser(id: ${waiting.id}, reason: "x") }`);
  const [rejected] = await entries(`type: "User", rowId: ${waiting.id}`);
  assert.equal(rejected!.action, 'remove');
  assert.doesNotMatch(JSON.stringify(rejected), /Unbekannt|@/);
});

test('searches the log by words of name, values and user, page by page, and only with the right', async () => {
  await administrator.run('mutation { createGroupType(input: { name: "Prüfgruppe", description: "Zürich" }) { id } }');
  for (const search of ['pruefgruppe', 'zurich', 'GroupType prüfgruppe']) {
    assert.deepEqual(
      (await entries(`search: "${search}"`)).map(({ label }) => label),
      ['Prüfgruppe'],
      search,
    );
  }
  assert.deepEqual(await entries('search: "nirgends"'), []);
  const all = await entries();
  assert.deepEqual(
    (await entries('first: 2')).map(({ id }) => id),
    all.slice(0, 2).map(({ id }) => id),
  );
  const one = await get(server, all[0]!.id, administrator.token);
  assert.equal(one.body.hash, all[0]!.hash);
  const other = await server.as('crisis_manager');
  assert.equal((await other.send('{ auditEntries { totalCount } }')).errors![0]!.message, 'error_forbidden');
  assert.equal((await get(server, '/api/v2/audit_entries.csv', other.token)).status, 403);
  assert.equal((await get(server, '/api/v2/audit_entries.csv')).status, 401);
});

test('the export contains every entry and no cell that a spreadsheet would run', async () => {
  await administrator.run('mutation { createGroupType(input: { name: "=1+1" }) { id } }');
  const { status, text, headers } = await get(server, '/api/v2/audit_entries.csv', administrator.token);
  assert.equal(status, 200);
  assert.match(headers.get('content-type')!, /text\/csv/);
  assert.equal(text.trimEnd().split('\r\n').length, (await entries()).length + 1);
  assert.match(text, /;angelegt;GroupType;\d+;'=1\+1;/);
  const { rows: book } = await workbook(server, '/api/v2/audit_entries.xlsx', administrator.token);
  assert.equal(book.length, text.trimEnd().split('\r\n').length);
  const [id, at, utc, , action, , , label] = book.find((row) => row.includes('=1+1'))!;
  assert.deepEqual([typeof id, at instanceof Date, action, label], ['number', true, 'angelegt', '=1+1']);
  assert.match(String(utc), /^\d{4}-\d\d-\d\dT.*Z$/);
  const english = await server.as('administrator');
  await server.app.db.updateTable('users').set({ language: 'en' }).where('id', '=', english.userId).execute();
  const file = await get(server, '/api/v2/audit_entries.csv', english.token);
  assert.match(file.headers.get('content-disposition')!, /"audit-log\.csv"/);
  assert.match(file.text, /^No\.;Time;.*;created;GroupType;\d+;'=1\+1;/s);
  assert.doesNotMatch(file.text, /angelegt|Zeitpunkt/);
});

test('filters the log and its export by user, kind of change and time', async () => {
  const other = await server.as('administrator');
  const since = new Date().toISOString();
  const made = (await other.run('mutation { createGroupType(input: { name: "Nur hier" }) { _id id } }'))
    .createGroupType;
  await other.run('mutation ($id: ID!) { updateGroupType(input: { id: $id, name: "Nur dort" }) { id } }', made);
  const by = `by: "/api/v2/users/${other.userId}"`;
  assert.deepEqual(
    (await entries(by)).map(({ action }) => action),
    ['update', 'create'],
  );
  assert.equal((await entries(`${by}, action: "create"`)).length, 1);
  assert.equal((await entries(`${by}, to: "${since}"`)).length, 0);
  assert.equal((await entries(`${by}, from: "${since}"`)).length, 2);
  const { auditSources } = await administrator.run('{ auditSources { types users { _id } } }');
  assert.ok(auditSources.types.includes('GroupType') && !auditSources.types.includes('Snippet'));
  assert.deepEqual(
    new Set(auditSources.users.map(({ _id }: { _id: number }) => _id)),
    new Set([administrator.userId, other.userId]),
  );
  const csv = (query: string) => get(server, `/api/v2/audit_entries.csv?${query}`, administrator.token);
  const lines = (await csv(`by=${other.userId}&action=update&from=${since}`)).text.trimEnd().split('\r\n');
  assert.equal(lines.length, 2);
  assert.match(lines[1]!, /Nur hier.*Nur dort/);
  for (const bad of ['from=yesterday', 'by=x', 'rowId=x', 'type=a&type=b'])
    assert.equal((await csv(bad)).status, 400, bad);
});

test('concurrent changes form one chain; a changed, removed or inserted entry is detected', async () => {
  const make = (n: number) =>
    administrator.run(`mutation { createListType(input: { name: "Gleichzeitig ${n}" }) { id } }`);
  await Promise.all(Array.from({ length: 12 }, (_, n) => make(n)));
  assert.equal(await intact(), true);
  const { pool } = server.app.database;
  await assert.rejects(pool.query("update audit_entries set label = 'x'"), /append-only/);
  await assert.rejects(pool.query('delete from audit_entries'), /append-only/);
  const tampered = [
    `update audit_entries set label = 'x' where id = 2`,
    `update audit_entries set after = '{}' where id = 2`,
    `delete from audit_entries where id = 2`,
    `insert into audit_entries (at, action, type, label, previous_hash, hash) values (now(), 'create', 'x', 'x', '', '')`,
  ];
  for (const change of tampered) {
    const undo = new Error('undo');
    const tampering = server.app.db.transaction().execute(async (tx) => {
      await sql`alter table audit_entries disable trigger all`.execute(tx);
      await sql.raw(change).execute(tx);
      assert.equal((await checkAudit({ ...server.app, db: tx })).isIntact, false, change);
      throw undo;
    });
    await assert.rejects(tampering, undo);
  }
  assert.equal(await intact(), true);
});
