import assert from 'node:assert/strict';
import { connect } from 'node:net';
import test, { after, before } from 'node:test';
import { publish } from '#server/platform/live/live.ts';
import { limits } from '#shared/limits.ts';
import { metricsToken } from '#testing/app.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
});
after(() => server.stop());

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
const ask = async (query: string) => (await post('/api/graphql/', JSON.stringify({ query }))).json();

test('the API answers at every documented path, with and without a slash at the end', async () => {
  for (const path of ['/api/graphql/', '/api/graphql', '/api/v2/graphql', '/api/v2/graphql/', '/api/graphql/stream']) {
    const response = await post(path, JSON.stringify({ query: '{ systemSettings { totalCount } }' }));
    assert.equal(response.status, 200, path);
    assert.equal(response.headers.get('cache-control'), 'no-store');
  }
});

test('refuses introspection, oversized, over-aliased, too deep and batched documents', async () => {
  const aliases = Array.from({ length: 1000 }, (_, i) => `a${i}: __typename`).join(' ');
  const settings = (inner: string) => `{ systemSettings(first: 1000) { edges { node { ${inner} } } } }`;
  const many = Array.from({ length: 600 }, (_, i) => `a${i}: valueKey`).join(' ');
  for (const query of [
    '{ __schema { types { name } } }',
    `{ ${aliases} }`,
    settings(many),
    '{ systemSettingz { id } }',
  ]) {
    const answer = (await ask(query)) as { data?: unknown; errors: { message: string }[] };
    assert.ok(answer.errors.length > 0, query.slice(0, 60));
    assert.equal(answer.data ?? null, null);
    assert.ok(!JSON.stringify(answer).includes('Did you mean'));
  }
  const batch = await post('/api/graphql', JSON.stringify([{ query: '{ __typename }' }, { query: '{ __typename }' }]));
  assert.equal(batch.status, 400);
});

interface Told {
  data?: unknown;
  errors: { message: string; extensions: { code: string; fields?: object } }[];
}
const send = async (query: string, variables: object) => {
  const { token } = await server.as('contact_manager');
  const body = JSON.stringify({ query, variables });
  return (await (await post('/api/graphql', body, { authorization: `Bearer ${token}` })).json()) as Told;
};

const createPerson = 'mutation ($i: CreatePersonInput!) { createPerson(input: $i) { _id } }';
const deep = (depth: number) => Array.from({ length: depth }).reduce<unknown>((inner) => [inner], 1);
const bracket = (levels: number) => '['.repeat(levels);
const locations = 'query ($s: String, $o: [Order!]) { locations(search: $s, order: $o) { totalCount } }';
const unfit: Record<string, [query: string, variables: object, told: RegExp]> = {
  'a text for a number': ['query ($n: Int) { people(first: $n) { totalCount } }', { n: 'viele' }, /non-integer/],
  'a number beyond 32 bits': ['query ($n: Int) { people(first: $n) { totalCount } }', { n: 2 ** 40 }, /32-bit/],
  'an object for a text': [locations, { s: { a: 1 } }, /non string/],
  'a missing variable': ['query ($n: ID!) { person(id: $n) { _id } }', {}, /"\$n"/],
  'null where a value must be': ['query ($n: ID!) { person(id: $n) { _id } }', { n: null }, /"\$n"/],
  'null for an argument that has a default': [
    'query ($n: Int! = 3) { people(first: $n) { totalCount } }',
    { n: null },
    /"\$n"/,
  ],
  'an unknown field of an input': [
    createPerson,
    { i: { firstName: 'A', lastName: 'B', lastNam: 'C' } },
    /"lastNam"[^"]*$/,
  ],
  'a missing field of an input': [createPerson, { i: { firstName: 'A' } }, /required field "lastName"/],
  'an unknown value of an enum': [
    locations,
    { o: [{ field: 'name', direction: 'ASCE' }] },
    /"ASCE" does not exist in "Direction" enum\.$/,
  ],
  'an unknown value of an enum in the document': [
    '{ locations(order: {field: "name", direction: ASCE}) { totalCount } }',
    {},
    /"ASCE" does not exist in "Direction" enum\.$/,
  ],
  'a moment before there was a telephone': [
    'query ($d: DateTime) { auditEntries(from: $d) { totalCount } }',
    { d: '0000-01-01T00:00:00Z' },
    /error_invalid_date$/,
  ],
  'a day that is not in the calendar': [
    'query ($d: DateTime) { auditEntries(from: $d) { totalCount } }',
    { d: '2026-02-30T10:00:00Z' },
    /error_invalid_date$/,
  ],
  'a moment without a zone': [
    'query ($d: DateTime) { auditEntries(from: $d) { totalCount } }',
    { d: '2026-02-20T10:00:00' },
    /error_invalid_date$/,
  ],
  'a year of five digits': [
    'query ($d: DateTime) { auditEntries(from: $d) { totalCount } }',
    { d: '10000-01-01T00:00:00Z' },
    /error_invalid_date$/,
  ],
  'an unknown argument': ['{ people(shoeSize: 3) { totalCount } }', {}, /"shoeSize"/],
  'an unknown field': ['{ people { shoeSize } }', {}, /"shoeSize"/],
  'half a document': ['{ people {', {}, /^Syntax Error/],
  'a document that nests too deep': [bracket(100_000), {}, /^Syntax Error/],
  // the limit of tokens may come first
  'a value that nests too deep': [
    `{ locations(search: ${bracket(100_000)}`,
    {},
    /^Syntax Error: (The document nests|Document contains more than)/,
  ],
  'a whole value that nests deep': [
    `{ locations(search: ${bracket(950)}${']'.repeat(950)}) { totalCount } }`,
    {},
    /^Syntax Error|^String cannot represent/,
  ],
  'fields that nest too deep': ['{ people '.repeat(20_000), {}, /^Syntax Error/],
  'a document of nothing but room': ['{ __typename }'.padEnd(200_001), {}, /^error_query_too_large$/],
  'a variable that nests too deep': [locations, { o: deep(4000) }, /"\$o"/],
};

for (const [what, [query, variables, told]] of Object.entries(unfit)) {
  test(`${what} is a client error, reported without names that the query lacks`, async () => {
    const { data, errors } = await send(query, variables);
    assert.deepEqual([data ?? null, errors.length], [null, 1]);
    for (const { message, extensions } of errors) {
      assert.deepEqual(extensions, { code: 'BAD_USER_INPUT' }, message);
      assert.match(message, told);
      assert.doesNotMatch(message, /Did you mean|\.ts:/);
    }
  });
}

// what scanners of GraphQL try first; suggestions and introspection stand above, other methods and bodies in app.test.ts
test('no scanner trick multiplies the work: aliases, fields, directives, fragments, batches', async () => {
  const times = (n: number, one: (n: number) => string) => Array.from({ length: n }, (_, at) => one(at)).join(' ');
  const spread = times(20, () => '...F');
  for (const query of [
    `{ ${times(101, (n) => `a${n}: __typename`)} }`,
    `{ ${times(101, (n) => `a${n}: systemSettings { totalCount }`)} }`,
    `{ ${times(2001, () => '__typename')} }`,
    `{ __typename ${times(10, () => '@aa')} }`,
    `{ ${times(60, (n) => `__typename @d${n}`)} }`,
    `{ ${spread} } fragment F on Query { ${times(101, (n) => `a${n}: __typename`)} }`,
    '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }',
    '{ __type(name: "User") { name } }',
    'query __schema { ...S } fragment S on Query { x: __schema { types { name } } }',
    '{ usr { id } }',
  ]) {
    const { data, errors } = (await ask(query)) as Told;
    assert.deepEqual([data ?? null, errors.length], [null, 1], query.slice(0, 60));
    assert.equal(errors[0]!.extensions.code, 'BAD_USER_INPUT', query.slice(0, 60));
    assert.doesNotMatch(JSON.stringify(errors), /Did you mean|stack|\.ts:|select /);
  }
  const traced = await post('/api/graphql', JSON.stringify({ query: '{ __typename }' }), { 'x-apollo-tracing': '1' });
  assert.deepEqual(Object.keys((await traced.json()) as object), ['data']);
  for (const path of ['/graphql', '/graphiql', '/playground', '/api/graphql']) {
    const page = await fetch(`${server.url}${path}`, { headers: { accept: 'text/html' } });
    assert.ok([404, 405].includes(page.status), path);
    assert.doesNotMatch(await page.text(), /graphiql|playground/i);
  }
});

test('refuses a body of any length that is not a query', async () => {
  for (const body of [
    '',
    '{',
    '{}',
    'null',
    '1',
    '""',
    '[]',
    JSON.stringify('x'.repeat(2_000_000)),
    '{'.repeat(2_000_000),
  ]) {
    const response = await post('/api/graphql', body);
    const { data, errors } = (await response.json()) as Told;
    assert.deepEqual([data ?? null, errors.length], [null, 1], body.slice(0, 20));
    assert.equal(errors[0]!.extensions.code, 'BAD_USER_INPUT', body.slice(0, 20));
  }
  const query = JSON.stringify({ query: '{ __typename }' });
  const large = await post('/api/graphql', query.padEnd(limits.requestBytes + 1));
  const { errors } = (await large.json()) as Told;
  assert.deepEqual([large.status, errors.map(({ message }) => message)], [413, ['error_request_size']]);
  assert.equal((await post('/api/graphql', query.padEnd(200_000))).status, 200);
});

test('refuses or reads JSON of any depth without exhausting the program', async () => {
  const { token } = await server.as('documentation_officer');
  const query = 'mutation ($d: JSON) { createSituationReport(input: { event: 1, data: $d }) { _id } }';
  const nested = `{"query": ${JSON.stringify(query)}, "variables": {"d": ${'['.repeat(200_000)}${']'.repeat(200_000)}}}`;
  const { errors } = (await (await post('/api/graphql', nested, { authorization: `Bearer ${token}` })).json()) as Told;
  assert.deepEqual([...new Set(errors.map(({ extensions }) => extensions.code))], ['BAD_USER_INPUT']);
});

test('refuses half a character and removes other characters that cannot be stored', async () => {
  const calls: [string, object][] = [
    [locations, { s: 'half a character \ud83d' }],
    [
      'mutation ($d: JSON) { createSituationReport(input: { event: 1, data: $d }) { _id } }',
      { d: { a: [{ '\udc00': 1 }] } },
    ],
  ];
  for (const [query, variables] of calls) {
    const { errors } = await send(query, variables);
    const told = errors?.map(({ message, extensions }) => [message, extensions.code]);
    assert.deepEqual(told, [['error_invalid_character', 'BAD_USER_INPUT']], query);
  }
  for (const query of [locations, 'query ($s: String!) { searchPeople(search: $s) { totalCount } }'])
    assert.equal((await send(query, { s: 'An\u0000na' })).errors, undefined);
});

test('refuses a page longer than 1,000 and a broken cursor with one clear error', async () => {
  const long = (await ask('{ systemSettings(first: 1001) { totalCount } }')) as { errors: { message: string }[] };
  assert.deepEqual(
    long.errors.map((error) => error.message),
    ['error_page_size'],
  );
  const cursor = (await ask('{ systemSettings(after: "x") { totalCount } }')) as { errors: { message: string }[] };
  assert.equal(cursor.errors[0]!.message, 'error_invalid_cursor');
});

test('a bad token is 401 with a key; a missing one is UNAUTHENTICATED where a sign-in is needed', async () => {
  const bad = await post('/api/graphql', JSON.stringify({ query: '{ __typename }' }), {
    authorization: 'Bearer x.y.z',
  });
  assert.equal(bad.status, 401);
  const none = (await ask('mutation { signOutEverywhere }')) as { errors: { extensions: { code: string } }[] };
  assert.equal(none.errors[0]!.extensions.code, 'UNAUTHENTICATED');
});

test('many queries of one user wait for each other and delay no other user', async () => {
  const [busy, other] = [await server.as('editor'), await server.as('editor')];
  const client = await server.app.database.pool.connect();
  await client.query('begin; lock table locations in access exclusive mode');
  const asked = Array.from({ length: 40 }, (_, n) => busy.send(`{ locations(first: ${n + 1}) { totalCount } }`));
  try {
    await until(async () => server.app.pools.pages.gate.running > 0);
    const same = '{ groupTypes(first: 50) { totalCount } }';
    asked.push(busy.send(same)); // waits for its turn, and others who ask the same do not
    await other.run(same);
    for (let n = 0; n < 5; n++) await other.run(`{ groupTypes(first: ${n + 1}) { totalCount } }`);
  } finally {
    await client.query('rollback');
    client.release();
  }
  for (const { errors } of await Promise.all(asked)) assert.equal(errors, undefined);
});

test('closes a request whose head never ends', async () => {
  const { port } = new URL(server.url);
  const socket = connect(Number(port), '127.0.0.1');
  let isClosed = false;
  socket.on('error', () => {}).on('close', () => (isClosed = true));
  socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\nx-slow: ');
  const trickle = setInterval(() => socket.write('x'), 200);
  try {
    await until(async () => isClosed, 60_000);
  } finally {
    clearInterval(trickle);
    socket.destroy();
  }
});

test('returns metrics only with their token and hides that they exist', async () => {
  const figures = (authorization?: string) =>
    fetch(`${server.url}/metrics`, { headers: authorization ? { authorization } : {} });
  assert.match(await (await figures(`Bearer ${metricsToken}`)).text(), /^recipients_due /m);
  const nowhere = await (await fetch(`${server.url}/no-such-page`)).text();
  for (const authorization of [undefined, 'Bearer', `Bearer ${metricsToken}x`, metricsToken]) {
    const refused = await figures(authorization);
    assert.deepEqual([refused.status, await refused.text()], [404, nowhere]);
  }
});

test('pages come with a strict content policy', async () => {
  const { headers } = await fetch(`${server.url}/healthz`);
  assert.match(headers.get('content-security-policy') ?? '', /script-src 'self';/);
  assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
  assert.match(headers.get('content-security-policy') ?? '', /font-src 'self';/);
  assert.equal(headers.get('x-frame-options'), null);
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
});

test('pages may load their own pictures and the tiles of the configured map only', async () => {
  const owner = await server.as('administrator', 'system_owner');
  const sources = async () => {
    const { headers } = await fetch(`${server.url}/healthz`);
    return /img-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '')![1]!.split(' ');
  };
  const set = (valueStr: string) =>
    owner.run('mutation ($to: String) { updateSystemSetting(valueKey: "map_style_url", valueStr: $to) { id } }', {
      to: valueStr,
    });
  const expectTiles = async (origin: string | undefined) => {
    const found = async () => (await sources()).find((source) => source.startsWith('http'));
    await until(async () => (await found()) === origin);
  };
  await expectTiles(undefined);
  await set('https://tiles.example.org:8443/{z}/{x}/{y}.png?key=1');
  await expectTiles('https://tiles.example.org:8443');
  await set('/files/tiles/{z}/{x}/{y}');
  await expectTiles(undefined);
  await set('https://{s}.tiles.example.org/{z}/{x}/{y}.png');
  await expectTiles('https://*.tiles.example.org');
  const spoiling = 'https://tiles.example.org;sandbox/{z}/{x}/{y}.png'; // would be no header at all
  await assert.rejects(set(spoiling), /error_invalid_url/);
  await server.app.db
    .updateTable('systemSettings')
    .set({ valueStr: spoiling })
    .where('valueKey', '=', 'map_style_url')
    .execute();
  await publish(server.app.db, { system: true });
  await expectTiles(undefined);
});
