import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { after, before } from 'node:test';
import { isObjectType } from 'graphql';
import { sql } from 'kysely';
import { schema } from '#server/program/schema.ts';
import { personFields, personFiles, typesWithoutStates } from '#testing/matrix/by-person.ts';
import { get } from '#testing/rest.ts';
import { restMatrix } from '#testing/rest-matrix.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { otherTables } from './record/other-tables.ts';
import { personalTables } from './record/tables.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
});
after(() => server.stop());

const roots = ['Query', 'Mutation', 'Subscription'];
const own = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .filter(({ name }) => !name.startsWith('__') && !roots.includes(name) && !/(?:Connection|Edge)$/.test(name));

test('every type and field of the API has a rule for what people did', () => {
  assert.deepEqual(
    own.map(({ name }) => name).toSorted(),
    [...typesWithoutStates, ...Object.keys(personFields)].toSorted(),
    'decide in testing/matrix/by-person.ts whether a new type says what people did',
  );
  for (const type of own) {
    const rules = personFields[type.name];
    if (!rules) continue;
    const named = Object.values(rules).flatMap((fields) => fields.split(' '));
    assert.deepEqual(new Set(Object.keys(type.getFields())), new Set(named), type.name);
  }
});

test('every file about events or behind a link has a rule', () => {
  const about = Object.keys(restMatrix).filter((route) =>
    /^GET .*(?:\/events\/|reports\/|\/:token|\/:collection|\/files\/)/.test(route),
  );
  assert.deepEqual(
    about.filter((route) => !(route in personFiles)),
    [],
  );
  assert.deepEqual(
    Object.keys(personFiles).filter((route) => route.startsWith('GET ') && !(route in restMatrix)),
    [],
  );
});

test('the record of processing describes every table and column', async () => {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select table_name as table, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = 'public' group by table_name order by table_name`.execute(server.app.db);
  const described = { ...otherTables, ...personalTables };
  assert.deepEqual(new Set(rows.map(({ table }) => table)), new Set(Object.keys(described)));
  for (const { table, columns } of rows) {
    const text = described[table]!;
    const named =
      typeof text === 'string' ? text : [...Object.values(text.data), text.technical].filter(Boolean).join(' ');
    assert.deepEqual(columns.toSorted(), named.split(' ').toSorted(), table);
  }
});

test('administrators save both documents in their language, with the state of the mode', async () => {
  const administrator = await server.as('administrator');
  const manager = await server.as('crisis_manager');
  for (const path of ['/api/v2/processing_record.md', '/api/v2/works_agreement.md'])
    assert.equal((await get(server, path, manager.token)).status, 403);
  const record = (await get(server, '/api/v2/processing_record.md', administrator.token)).text;
  assert.match(record, /^# Verzeichnis von Verarbeitungstätigkeiten/);
  assert.ok(record.includes('| answers | Kontaktpersonen |'));
  assert.ok(record.includes('bis 24 Stunden nach Ende des Ereignisses'));
  await sql`insert into works_council_changes (is_on, reason) values (false, 'Probe')`.execute(server.app.db);
  await administrator.run('mutation { changeLanguage(language: "en") { id } }');
  const english = (await get(server, '/api/v2/processing_record.md', administrator.token)).text;
  assert.match(english, /^# Record of processing activities/);
  assert.ok(english.includes('Evaluation by person is on'));
  const agreement = (await get(server, '/api/v2/works_agreement.md', administrator.token)).text;
  assert.ok(agreement.includes('the restriction is off (Probe)'));
  assert.ok(!/undefined|\[object/.test(record + english + agreement));
});

test('the outside verifier knows the kinds of withheld entries', async () => {
  const { withheldKinds } = await import('#shared/event-log/withheld.ts');
  const text = readFileSync('docs/verify-log.mjs', 'utf8');
  const [, kinds] = /withheldKinds =\s*\/\^\(([^)]*)\)\$\//.exec(text)!;
  assert.deepEqual(kinds!.split('|').toSorted(), withheldKinds.toSorted());
});
