import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { sql } from 'kysely';
import { storeFile } from '#server/api/files/store.ts';
import { roles } from '#shared/permissions.ts';
import { describedApi } from '#testing/described-api.ts';
import { createReport } from '#testing/factories.ts';
import { createSource } from '#testing/incoming.ts';
import { capXml } from '#testing/incoming-messages.ts';
import { lines, rootTypes } from '#testing/matrix/calls.ts';
import { createChannel } from '#testing/messages.ts';
import { closedToKeys, roleOfLetter } from '#testing/permission-matrix.ts';
import { restMatrix } from '#testing/rest-matrix.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { createTrigger } from '#testing/triggers.ts';
import { uploadCsv } from '#testing/uploads.ts';
import { collectionPaths, listAt, rowAt, rowPaths } from '../resource-shape.ts';
import { accessOf } from './access.ts';
import { operations } from './document.ts';

let server: TestServer;
let client: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web', DEMO_DATA: '1', TRUST_PROXY: '1' });
  client = await server.as(...roles);
});
after(() => server.stop());

const api = describedApi(() => server);
const tags = ['Reading by path', 'Files'];
const ofTheseTags = Object.keys(operations).filter((route) => tags.includes(operations[route]!.tag));

test('is a valid OpenAPI 3.1 document, served as in the repository', async () => {
  const answer = await api.call('GET /api/openapi.json');
  const kept = await readFile(path.resolve(import.meta.dirname, '../../../docs/api/openapi.json'), 'utf8');
  assert.deepEqual(answer.body, JSON.parse(kept), 'npm run generate');
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone(answer.body));
  assert.deepEqual(errors ?? [], []);
  assert.ok(valid);
  assert.equal(validator.version, '3.1');
  validator.resolveRefs(); // throws if a reference leads nowhere
});

test('a document with an error is invalid', async () => {
  const { paths, ...rest } = structuredClone(api.document);
  for (const wrong of [
    { ...rest, info: {} },
    { ...rest, paths: { people: {} } },
    { ...rest, paths, openapi: '3.1' },
  ])
    assert.equal((await new Validator().validate(wrong)).valid, false);
});

/** SCIM describes itself, as RFC 7644 demands: GET /scim/v2/Schemas and /scim/v2/ServiceProviderConfig. */
const describesItself = (route: string) => route.includes(' /scim/v2/');

test('describes exactly the routes of the table but those of SCIM, with the same rights', () => {
  const collections = [
    ...collectionPaths.map((one) => `GET /api/v2/${one}`),
    ...rowPaths.map((one) => `GET /api/v2/${one}/:n`),
  ];
  const plain = Object.entries(restMatrix).filter(
    ([route, access]) => access !== 'collection' && !describesItself(route),
  );
  assert.deepEqual(
    new Set(Object.keys(operations)),
    new Set([...plain.map(([route]) => route), ...collections]),
    'add operations to server/program/openapi/operations/',
  );
  for (const [route, access] of plain) {
    const letters = access.split(' ').filter((word) => word !== 'inPerson');
    const { access: described, isPersonal } = operations[route]!;
    if (typeof described === 'string') assert.equal(described, access, route);
    else assert.deepEqual(new Set(described), new Set(letters.map((letter) => roleOfLetter[letter])), route);
    if (letters.length && access.includes('inPerson')) assert.ok(isPersonal, route);
  }
});

/** Operations by which authors delete their own drafts. */
const ownDrafts: ReadonlySet<string> = new Set(['Mutation.deleteReport', 'Mutation.deleteMessage']);

test('the described rights of every query, mutation and subscription are those of the matrix', () => {
  const expected = new Map<string, Set<string>>();
  for (const { root, field, access } of lines)
    expected.set(
      `${root}.${field.name}`,
      (expected.get(`${root}.${field.name}`) ?? new Set()).union(new Set(access.split(' '))),
    );
  for (const [name, words] of expected) {
    const [root = '', field = ''] = name.split('.');
    const { access, isPersonal } = accessOf(rootTypes[root as keyof typeof rootTypes].getFields()[field]!);
    const roleNames = [...words].map((word) => roleOfLetter[word] ?? word);
    const described = [access].flat().filter((role) => !(ownDrafts.has(name) && role === 'crisis_manager'));
    assert.deepEqual(new Set(described), new Set(roleNames), name);
    if (access === 'public') continue;
    assert.equal(isPersonal === true || access === 'inPerson', closedToKeys.has(name) || words.has('inPerson'), name);
  }
});

/** Rows of the demo by path. */
const argumentsOf: Readonly<Record<string, () => Promise<Record<string, string | number>>>> = {
  reports: async () => ({ event: await newest('events') }),
  situation_reports: async () => ({ event: await newest('events') }),
  situation_report_mails: async () => ({ id: await newest('situation_reports') }),
  webhook_deliveries: async () => ({ webhook: await newest('webhooks') }),
  search_events: async () => ({ search: 'a' }),
  search_groups: async () => ({ search: 'a' }),
  search_mailing_lists: async () => ({ search: 'a' }),
  search_people: async () => ({ search: 'a' }),
};

async function newest(table: string): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from ${sql.table(table)}`.execute(
    server.app.db,
  );
  return rows[0]?.id ?? 1;
}

/** Adds rows of the kinds that the demo lacks. */
async function addRareRows(): Promise<void> {
  const { db, config } = server.app;
  const reply = {
    fromAddress: '+4915170000000',
    externalId: 'reply',
    text: 'Ja',
    at: new Date(),
    sortedAt: new Date(),
  };
  const channelId = (await createChannel(db, 'sms')).id;
  await db
    .insertInto('replies')
    .values({ ...reply, channelId })
    .execute();
  await createTrigger(server);
  await (await createSource(server, 'cap')).send(capXml({ id: 'rare' }));
  await api.call('GET /api/v2/people.csv', { token: client.token }); // writes a security entry
  await uploadCsv(server, client, 'firstName;lastName\nUlla;Hochgeladen\n');
  await writeFile(path.join(config.DATA_DIR, 'backup.tar'), 'content');
  const backup = { kind: 'manual', status: 'done', folder: path.resolve(config.DATA_DIR), file: 'backup.tar' };
  await db.insertInto('backups').values(backup).execute();
  const eventTypeId = await newest('event_types');
  await db.insertInto('deadlineRules').values({ eventTypeId, name: 'Meldung', hours: 24 }).execute();
}

test('every list and row that is read by path has the described form', async () => {
  await addRareRows();
  let rows = 0;
  for (const one of collectionPaths) {
    const query = { first: 25, ...(await argumentsOf[one]?.()) };
    const given = listAt(one)!.field.args.some(({ name }) => name === 'first') ? query : {};
    const { body, status } = await api.call(`GET /api/v2/${one}`, { query: given, token: client.token });
    assert.equal(status, 200, one);
    rows += body.items.length;
    const n = /\d+$/.exec(body.items[0]?.id ?? '')?.[0];
    if (!n || !rowAt(one)) continue;
    const { status: single } = await api.call(`GET /api/v2/${one}/:n`, { path: { n }, token: client.token });
    assert.equal(single, 200, one);
  }
  assert.ok(rows > 300, `the demo has rows: ${rows}`);
  for (const one of ['list_groups', 'log_entries', 'message_recipients', 'person_data', 'person_groups'] as const) {
    const { status } = await api.call(`GET /api/v2/${one}/:n`, { path: { n: await newest(one) }, token: client.token });
    assert.equal(status, 200, one);
  }
});

test('files and calendars at a secret address have the described form', async () => {
  const content = { name: 'Plan.txt', mimeType: 'text/plain', content: Buffer.from('x') };
  const { id, key } = await storeFile(server.app.db, { ...content, insertedBy: client.userId });
  assert.equal((await api.call('GET /api/v2/files/:n', { path: { n: id }, token: client.token })).status, 200);
  const { headers } = await api.call('GET /files/:key', { path: { key } });
  const known = { 'if-none-match': headers.get('etag')! };
  assert.equal((await api.call('GET /files/:key', { path: { key }, headers: known })).status, 304);
  assert.equal((await api.call('GET /files/:key', { path: { key: 'x'.repeat(22) } })).status, 404);
  const make = 'mutation ($id: ID!) { createRosterLink(group: $id) }';
  const link: string = (await client.run(make, { id: String(await newest('groups')) })).createRosterLink;
  const file = link.split('/').at(-1)!;
  const calendar = await api.call('GET /api/roster/:file', { path: { file } });
  const same = { 'if-none-match': calendar.headers.get('etag')! };
  assert.equal((await api.call('GET /api/roster/:file', { path: { file }, headers: same })).status, 304);
  assert.equal((await api.call('GET /api/roster/:file', { path: { file: 'x.ics' } })).status, 404);
  assert.equal((await api.call('GET /api/log-key.pem')).status, 200);
});

async function createRollCall(): Promise<number> {
  const { id } = await createReport(server.app.db);
  const change = 'mutation ($input: UpdateReportInput!) { updateReport(input: $input) { _id } }';
  await client.run(change, { input: { id: String(id), question: 'SAFETY' } });
  return id;
}

test('every file has the described form', async () => {
  const event = await newest('events');
  const report = await newest('reports');
  const rollCall = await createRollCall();
  for (const route of ofTheseTags.filter((one) => /\.(csv|xlsx|pdf|vcf|md)$|file$/.test(one))) {
    const [, of = ''] = /v2\/(\w+)\//.exec(route) ?? [];
    const n = of ? await newest(of) : 0;
    const reportOf = route.includes('/roll_call.') ? rollCall : report;
    const numbers = { n: of === 'reports' ? reportOf : n, id: event };
    const { status } = await api.call(route, { path: numbers, token: client.token });
    assert.ok(status === 200 || status === 404, `${route}: ${status}`);
  }
});

test('refusals have the described form', async () => {
  const { token } = await server.as();
  for (const route of ofTheseTags) {
    const { access } = operations[route]!;
    if (access === 'public' || access === 'link') continue;
    const [, list = ''] = /^GET \/api\/v2\/(\w+)$/.exec(route) ?? [];
    const number = { path: { n: 999_999, id: 999_999 }, query: (await argumentsOf[list]?.()) ?? {} };
    assert.equal((await api.call(route, number)).status, 401, route);
    assert.equal((await api.call(route, { ...number, token: 'a.b.c' })).status, 401, route);
    if (typeof access !== 'string') assert.equal((await api.call(route, { ...number, token })).status, 403, route);
    if (!route.includes(':')) continue;
    assert.equal((await api.call(route, { ...number, token: client.token })).status, 404, route);
    assert.equal((await api.call(route, { path: { n: 'x', id: 'x' }, token: client.token })).status, 400, route);
  }
});

test('every one of these operations succeeded', () => {
  assert.deepEqual(
    ofTheseTags.filter((route) => !api.seen.get(route)?.has(200)),
    [],
  );
});
