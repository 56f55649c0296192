import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import http from 'node:http';
import test, { after, before, beforeEach } from 'node:test';
import { sql } from 'kysely';
import {
  createTestScim,
  type ScimSender,
  scimPatch,
  scimSender,
  scimUser,
  type TestScim,
  userSchema,
} from '#testing/scim.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';

let server: TestServer;
let administrator: TestClient;
let scim: TestScim;
let send: ScimSender;

before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  administrator = await server.as('administrator');
});
beforeEach(async () => {
  await sql`delete from directories`.execute(server.app.db);
  scim = await createTestScim(administrator);
  send = scimSender(server.url, scim.token);
});
after(() => server.stop());

const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const stored = async () => {
  const { rows } = await sql<object>`
    select id, kind, name_key, resource, version from scim_resources order by id`.execute(server.app.db);
  const members = await sql<object>`select * from scim_members order by group_id, member_id`.execute(server.app.db);
  return JSON.stringify([rows, members.rows]);
};
const make = async (n: number, changes = {}) => {
  const { status, body } = await send('POST', '/Users', scimUser(n, changes));
  assert.equal(status, 201);
  return body;
};
const makeGroup = async (displayName: string, ...ids: string[]) => {
  const { status, body } = await send('POST', '/Groups', { displayName, members: ids.map((value) => ({ value })) });
  assert.equal(status, 201);
  return body;
};
const memberIds = (body: { members?: { value: string }[] }) => (body.members ?? []).map(({ value }) => value).sort();

test('a client creates, finds, replaces and removes a person', async () => {
  const made = await send('POST', '/Users', { ...scimUser(1), password: 'geheim', id: 'own', meta: { x: 1 } });
  assert.equal(made.status, 201);
  assert.match(made.headers.get('content-type') ?? '', /^application\/scim\+json/);
  const { id, meta, password, ...rest } = made.body;
  assert.deepEqual(rest, { ...scimUser(1), schemas: [userSchema] });
  assert.equal(password, undefined, 'a password is never stored');
  assert.equal(meta.location, `${server.app.publicUrl}/scim/v2/Users/${id}`);
  assert.equal(made.headers.get('location'), meta.location);
  assert.equal(made.headers.get('etag'), 'W/"1"');
  const found = await send('GET', `/Users?filter=${encodeURIComponent('userName eq "PERSON1@scim.example.org"')}`);
  assert.deepEqual([found.body.totalResults, found.body.itemsPerPage, found.body.Resources[0].id], [1, 1, id]);
  assert.deepEqual(found.body.schemas, ['urn:ietf:params:scim:api:messages:2.0:ListResponse']);
  const changed = await send('PUT', `/Users/${id}`, scimUser(1, { active: 'False', externalId: undefined }));
  assert.deepEqual([changed.status, changed.body.active, changed.body.externalId], [200, false, undefined]);
  assert.equal(changed.headers.get('etag'), 'W/"2"');
  const again = await send('PUT', `/Users/${id}`, scimUser(1, { active: 'False', externalId: undefined }));
  assert.equal(again.headers.get('etag'), 'W/"2"', 'an equal request changes nothing');
  assert.equal((await send('DELETE', `/Users/${id}`)).status, 204);
  assert.equal((await send('GET', `/Users/${id}`)).status, 404);
  assert.equal((await send('DELETE', `/Users/${id}`)).status, 404);
});

test('a userName is unique in any case, and a refused request changes nothing', async () => {
  await make(1);
  const before = await stored();
  const twice = await send('POST', '/Users', scimUser(1, { userName: 'person1@SCIM.example.org' }));
  assert.deepEqual([twice.status, twice.body.scimType, twice.body.status], [409, 'uniqueness', '409']);
  const other = await send('POST', '/Users', scimUser(2, { userName: ' ' }));
  assert.deepEqual([other.status, other.body.scimType], [400, 'invalidValue']);
  assert.equal(await stored(), before);
});

test('the forms of Entra ID are read: capitals, flags as text, filters in paths, values without a path', async () => {
  const { id } = await make(1, { emails: undefined });
  const { status, body } = await send(
    'PATCH',
    `/Users/${id}`,
    scimPatch(
      { op: 'Replace', path: 'active', value: 'False' },
      { op: 'Add', path: 'emails[type eq "work"].value', value: 'neu@example.org' },
      { op: 'Add', path: 'emails[type eq "work"].primary', value: 'True' },
      { op: 'Replace', path: 'phoneNumbers[type eq "mobile"].value', value: '+491701234567' },
      { op: 'Replace', path: `${enterprise}:department`, value: 'Pflege' },
      { op: 'Add', path: `${enterprise}:manager`, value: 'abc' },
      { op: 'Replace', value: { 'name.givenName': 'Zoe', title: 'Ärztin', [`${enterprise}:employeeNumber`]: '7' } },
      { op: 'Remove', path: 'externalId' },
    ),
  );
  assert.equal(status, 200);
  assert.equal(body.active, false);
  assert.deepEqual(body.emails, [{ type: 'work', value: 'neu@example.org', primary: true }]);
  assert.deepEqual(body.phoneNumbers, [{ type: 'mobile', value: '+491701234567' }]);
  assert.deepEqual(body[enterprise], { department: 'Pflege', manager: { value: 'abc' }, employeeNumber: '7' });
  assert.deepEqual([body.name.givenName, body.title, body.externalId], ['Zoe', 'Ärztin', undefined]);
});

test('members of a group are added and removed in one request, in all forms', async () => {
  const people = [await make(1), await make(2), await make(3)].map(({ id }) => id as string);
  const [a, b, c] = people as [string, string, string];
  const group = await makeGroup('Einsatzleitung', a);
  const patch = (...operations: unknown[]) => send('PATCH', `/Groups/${group.id}`, scimPatch(...operations));
  const both = await patch(
    { op: 'Add', path: 'members', value: [{ value: b }, { value: c }] },
    { op: 'Remove', path: 'members', value: [{ value: a }] },
  );
  assert.deepEqual(memberIds(both.body), [b, c].sort());
  const one = await patch(
    { op: 'remove', path: `members[value eq "${b}"]` },
    { op: 'replace', value: { displayName: 'Neu' } },
  );
  assert.deepEqual([memberIds(one.body), one.body.displayName], [[c], 'Neu']);
  const whole = await patch({ op: 'replace', path: 'members', value: [{ value: a }] });
  assert.deepEqual(memberIds(whole.body), [a]);
  const before = await stored();
  const unknown = await patch({ op: 'add', path: 'members', value: [{ value: b }, { value: crypto.randomUUID() }] });
  assert.deepEqual([unknown.status, unknown.body.scimType], [400, 'invalidValue']);
  assert.equal(await stored(), before, 'all of a request or nothing');
  const found = await send('GET', `/Groups?filter=${encodeURIComponent(`id eq "${group.id}" and members eq "${a}"`)}`);
  assert.equal(found.body.totalResults, 1);
  const lean = await send('GET', `/Groups/${group.id}?excludedAttributes=members`);
  assert.deepEqual([lean.body.members, lean.body.displayName], [undefined, 'Neu']);
  const none = await patch({ op: 'remove', path: 'members' });
  assert.deepEqual(memberIds(none.body), []);
  await patch({ op: 'add', path: 'members', value: [{ value: a }] });
  await send('DELETE', `/Users/${a}`);
  assert.deepEqual(memberIds((await send('GET', `/Groups/${group.id}`)).body), []);
});

test('lists are paged; numbers out of range become the nearest ones', async () => {
  for (const n of [1, 2, 3, 4, 5]) await make(n);
  const page = async (query: string) => {
    const { body } = await send('GET', `/Users?${query}`);
    return [body.totalResults, body.startIndex, body.Resources.map((one: { externalId: string }) => one.externalId)];
  };
  assert.deepEqual(await page('startIndex=2&count=2'), [5, 2, ['oid-2', 'oid-3']]);
  assert.deepEqual(await page('startIndex=-3&count=1'), [5, 1, ['oid-1']]);
  assert.deepEqual(await page('startIndex=6&count=9'), [5, 6, []]);
  assert.deepEqual(await page('count=-1'), [5, 1, []]);
  const by = (filter: string) => page(`count=1&startIndex=2&filter=${encodeURIComponent(filter)}`);
  assert.deepEqual(await by('externalId eq "oid-1" or externalId eq "oid-5"'), [2, 2, ['oid-5']]);
  assert.deepEqual(await by('emails[type eq "work" and value co "scim"] and not (userName sw "person3")'), [
    4,
    2,
    ['oid-2'],
  ]);
  assert.deepEqual(await by('externalId eq "OID-1"'), [0, 2, []]);
  const some = await send('GET', '/Users?attributes=userName&count=1');
  assert.deepEqual(new Set(Object.keys(some.body.Resources[0])), new Set(['schemas', 'id', 'userName']));
  const odd = await send('POST', '/Users/.search', { count: 1, attributes: ['userName', { toString: 1 }, [['x']]] });
  assert.deepEqual([odd.status, odd.body.Resources], [200, some.body.Resources]);
});

test('a version that changed in the meantime is refused', async () => {
  const { id } = await make(1);
  const change = (version: string) =>
    send('PATCH', `/Users/${id}`, scimPatch({ op: 'replace', path: 'title', value: version }), { 'if-match': version });
  assert.equal((await change('W/"1"')).status, 200);
  assert.equal((await change('W/"1"')).status, 412);
  assert.equal((await change('nonsense')).status, 412);
  assert.equal((await send('GET', `/Users/${id}`, undefined, { 'if-none-match': 'W/"2"' })).status, 304);
});

test('the server describes itself', async () => {
  const config = await send('GET', '/ServiceProviderConfig');
  assert.deepEqual([config.body.patch.supported, config.body.bulk.supported], [true, false]);
  const types = await send('GET', '/ResourceTypes');
  assert.deepEqual(
    types.body.Resources.map(({ id }: { id: string }) => id),
    ['User', 'Group'],
  );
  const schemas = await send('GET', '/Schemas');
  assert.equal(schemas.body.totalResults, 3);
  for (const { meta } of [...types.body.Resources, ...schemas.body.Resources])
    assert.equal((await send('GET', meta.location.split('/scim/v2')[1])).status, 200);
  assert.equal((await send('GET', '/Schemas/other')).status, 404);
});

test('without a token, with a revoked one and with that of another directory nothing is found', async () => {
  const { id } = await make(1);
  const other = await createTestScim(administrator);
  for (const token of [null, 'scim_abcdefgh_x', scim.token.slice(0, -1), `${administrator.token}`]) {
    const answer = await scimSender(server.url, token)('GET', '/Users');
    assert.deepEqual([answer.status, answer.body.status], [401, '401']);
  }
  const stranger = scimSender(server.url, other.token);
  assert.equal((await stranger('GET', '/Users')).body.totalResults, 0);
  const before = await stored();
  for (const [method, body] of [
    ['GET'],
    ['PUT', scimUser(9)],
    ['PATCH', scimPatch({ op: 'replace', path: 'active', value: false })],
    ['DELETE'],
  ] as const)
    assert.equal((await stranger(method, `/Users/${id}`, body)).status, 404);
  assert.equal((await stranger('POST', '/Groups', { displayName: 'x', members: [{ value: id }] })).status, 400);
  assert.equal(await stored(), before);
  await administrator.run('mutation ($id: ID!) { revokeScimToken(id: $id) { revokedAt } }', { id: scim.tokenId });
  assert.equal((await send('GET', `/Users/${id}`)).status, 401);
  const { rows } = await sql<{ detail: string }>`
    select detail from security_entries where kind = 'access_changed' order by id desc limit 1`.execute(server.app.db);
  assert.deepEqual(rows, [{ detail: 'scim_token_revoked' }]);
});

test('a token that is revoked while its request arrives changes nothing', async () => {
  const text = JSON.stringify(scimUser(1));
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const request = http.request(`${server.url}/scim/v2/Users`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${scim.token}`,
      'content-type': 'application/scim+json',
      'content-length': Buffer.byteLength(text),
    },
  });
  request.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject);
  request.write(text.slice(0, 20));
  const isUsed = sql<{
    isUsed: boolean;
  }>`select used_at is not null as is_used from scim_tokens where directory_id = ${scim._id}`;
  await until(async () => (await isUsed.execute(server.app.db)).rows[0]!.isUsed);
  await administrator.run('mutation ($id: ID!) { revokeScimToken(id: $id) { revokedAt } }', { id: scim.tokenId });
  request.end(text.slice(20));
  assert.equal(await promise, 401);
  assert.equal(await stored(), '[[],[]]');
});

test('a token is shown once, and only administrators issue it', async () => {
  const { directories } = await administrator.run(
    '{ directories { scimUrl scimTokens { prefix revokedAt } scimPeople } }',
  );
  assert.equal(directories[0].scimUrl, `${server.app.publicUrl}/scim/v2`);
  assert.deepEqual(directories[0].scimTokens, [{ prefix: scim.token.split('_')[1], revokedAt: null }]);
  const { rows } = await sql<{ row: string }>`select t::text as row from scim_tokens t`.execute(server.app.db);
  assert.ok(rows.length && rows.every(({ row }) => !row.includes(scim.token.slice(-20))));
  const manager = await server.as('contact_manager');
  const { errors } = await manager.send('mutation ($id: ID!) { createScimToken(directory: $id) { token } }', {
    id: scim.id,
  });
  assert.equal(errors?.[0]?.message, 'error_forbidden');
});

test('hostile requests are refused with their reason and change nothing', async () => {
  const { id } = await make(1);
  const deep = `${'['.repeat(2000)}${']'.repeat(2000)}`;
  const before = await stored();
  const filter = (text: string) => ['GET', `/Users?filter=${encodeURIComponent(text)}`, undefined] as const;
  const patch = (...operations: unknown[]) => ['PATCH', `/Users/${id}`, scimPatch(...operations)] as const;
  const replace = (path: string, value: unknown = 'x') => patch({ op: 'replace', path, value });
  for (const [[method, path, body], status, scimType] of [
    [filter('userName eq'), 400, 'invalidFilter'],
    [filter('userName eq "x" or'), 400, 'invalidFilter'],
    [filter(`${'('.repeat(500)}userName pr${')'.repeat(500)}`), 400, 'invalidFilter'],
    [filter(Array(200).fill('userName eq "x"').join(' or ')), 400, 'invalidFilter'],
    [filter('userName eq "x\' or 1=1 --"; drop table people'), 400, 'invalidFilter'],
    [filter('__proto__ eq "x"'), 400, 'invalidFilter'],
    [replace('__proto__.x'), 400, 'invalidPath'],
    [replace('constructor.prototype.x'), 400, 'invalidPath'],
    [replace('emails[type eq "work"'), 400, 'invalidPath'],
    [replace('emails[type sw "zz"].value'), 400, 'noTarget'],
    [replace('id'), 400, 'mutability'],
    [replace('active', 'maybe'), 400, 'invalidValue'],
    [replace('userName', { a: 1 }), 400, 'invalidValue'],
    [replace('userName', ''), 400, 'invalidValue'],
    [replace('title', 'a\0b'), 400, 'invalidValue'],
    [replace('title', 'x'.repeat(5000)), 400, 'invalidValue'],
    [['POST', '/Groups', { displayName: randomBytes(2000).toString('hex') }], 400, 'invalidValue'],
    [replace('emails', Array(300).fill({ value: 'x' })), 400, 'invalidValue'],
    [patch({ op: 'remove' }), 400, 'noTarget'],
    [patch({ op: 'move', path: 'title' }), 400, 'invalidSyntax'],
    [patch(...Array(1001).fill({ op: 'replace', path: 'title', value: 'x' })), 400, 'tooMany'],
    [
      patch({ op: 'replace', path: 'title', value: 'half' }, { op: 'replace', path: 'active', value: 'x' }),
      400,
      'invalidValue',
    ],
    [['PATCH', `/Users/${id}`, { Operations: 'x' }], 400, 'invalidSyntax'],
    [
      ['PATCH', `/Users/${id}`, `{"Operations":[{"op":"replace","path":"title","value":${deep}}]}`],
      400,
      'invalidSyntax',
    ],
    [['PUT', `/Users/${id}`, `{"userName":"a","__proto__":{"x":1}}`], 400, 'invalidSyntax'],
    [['PUT', `/Users/${id}`, '[]'], 400, 'invalidSyntax'],
    [['PUT', `/Users/${id}`, '{'], 400, 'invalidSyntax'],
    [['PUT', `/Users/${id}`, JSON.stringify({ userName: 'x'.repeat(1_000_001) })], 413, undefined],
    [['GET', '/Users/1', undefined], 404, undefined],
    [['GET', `/Users?count=x`, undefined], 400, 'invalidValue'],
  ] as const) {
    const answer = await send(method, path, body);
    const label = `${method} ${path.slice(0, 80)} ${JSON.stringify(body)?.slice(0, 120)}`;
    assert.deepEqual(
      [answer.status, answer.body.scimType, answer.body.status],
      [status, scimType, String(status)],
      label,
    );
  }
  assert.equal(await stored(), before);
});

test('a list of groups with more members than a response should hold is refused, but not without their members', async () => {
  const insert = (kind: string, count: number) => sql<{ id: string }>`
    insert into scim_resources (id, directory_id, kind, name_key, resource)
    select gen_random_uuid(), ${scim._id}, ${kind}, n::text, jsonb_build_object('userName', n, 'displayName', n)
    from generate_series(1, ${count}::int) n returning id`;
  await insert('User', 400).execute(server.app.db);
  const { rows } = await insert('Group', 300).execute(server.app.db);
  await sql`
    insert into scim_members (group_id, member_id)
    select g.id, u.id from scim_resources g join scim_resources u on u.directory_id = g.directory_id and u.kind = 'User'
    where g.directory_id = ${scim._id} and g.kind = 'Group'`.execute(server.app.db);
  const { status, body } = await send('GET', '/Groups?count=300');
  assert.deepEqual([status, body.scimType], [400, 'tooMany']);
  const lean = await send('GET', '/Groups?count=300&excludedAttributes=members');
  assert.equal(lean.body.Resources.length, 300);
  assert.equal(memberIds((await send('GET', `/Groups/${rows[0]!.id}`)).body).length, 400);
});

test('a huge PATCH of members takes effect completely, and two clients at once lose nothing', async () => {
  const ids = Array.from({ length: 5000 }, () => crypto.randomUUID());
  await sql`
    insert into scim_resources (id, directory_id, kind, name_key, resource)
    select id, ${scim._id}, 'User', id::text, jsonb_build_object('userName', id::text)
    from unnest(${ids}::uuid[]) as x (id)`.execute(server.app.db);
  const group = await makeGroup('Alle');
  const values = ids.map((value) => ({ value, display: 'x'.repeat(200) })); // more than 1 MB
  const whole = await send(
    'PATCH',
    `/Groups/${group.id}?excludedAttributes=members`,
    scimPatch({ op: 'Add', path: 'members', value: values }),
  );
  assert.equal(whole.status, 200);
  const second = scimSender(
    server.url,
    (await administrator.run('mutation ($id: ID!) { createScimToken(directory: $id) { token } }', { id: scim.id }))
      .createScimToken.token,
  );
  const single = (sender: ScimSender, value: string) =>
    sender(
      'PATCH',
      `/Groups/${group.id}?excludedAttributes=members`,
      scimPatch({ op: 'Remove', path: 'members', value: [{ value }] }),
    );
  const answers = await Promise.all(ids.slice(0, 20).map((id, at) => single(at % 2 ? send : second, id)));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  const same = await Promise.all([send, second].map((sender) => sender('POST', '/Users', scimUser(1))));
  assert.deepEqual(same.map(({ status }) => status).sort(), [201, 409]);
  const { body } = await send('GET', `/Groups/${group.id}`);
  assert.deepEqual(memberIds(body), ids.slice(20).sort());
});

test('a token has a limit of requests, and wrong tokens of a network hold up no right one', async () => {
  const wrong = scimSender(server.url, `${scim.token.slice(0, -1)}!`);
  const raise = (count: number) => sql`update attempts set count = ${count}`.execute(server.app.db);
  assert.equal((await wrong('GET', '/Users')).status, 401);
  await raise(60);
  const flooded = await wrong('GET', '/Users');
  assert.deepEqual([flooded.status, flooded.body.status], [429, '429']);
  assert.equal((await send('GET', '/Users')).status, 200);
  await raise(1500);
  const limited = await send('GET', '/Users');
  assert.deepEqual([limited.status, limited.headers.get('retry-after')], [429, '60']);
  assert.deepEqual(limited.body.schemas, ['urn:ietf:params:scim:api:messages:2.0:Error']);
});
