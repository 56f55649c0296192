import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { serverAudits } from 'graphql-http';
import { startTestServer, type TestServer } from '#testing/server.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
});
after(() => server.stop());

// introspection is refused; this also has a variable
const ofTheSchema = 'query Type($name: String!) { __type(name: $name) { name } }';
const ofSettings = 'query Type($name: String!) { locations(search: $name) { totalCount } }';

test('GraphQL over HTTP audits find no error or warning', async () => {
  const { token } = await server.as('editor');
  const fetchFn = (url: string, { body, headers, ...rest }: RequestInit = {}) =>
    fetch(url, {
      ...rest,
      headers: { ...headers, authorization: `Bearer ${token}` },
      ...(typeof body === 'string' ? { body: body.replace(ofTheSchema, ofSettings) } : {}),
    });
  const found: string[] = [];
  for (const { id, name, fn } of serverAudits({ url: `${server.url}/api/graphql/`, fetchFn })) {
    const result = await fn();
    if (result.status !== 'ok') found.push(`${result.status}: ${id} ${name}`);
  }
  // links must have no effect
  assert.deepEqual(found, [
    'notice: 5A70 MAY accept application/x-www-form-urlencoded formatted GET requests',
    'notice: D6D5 MAY allow URL-encoded JSON string {variables} parameter in GETs when accepting application/graphql-response+json',
    'notice: 6A70 MAY allow URL-encoded JSON string {variables} parameter in GETs when accepting application/json',
  ]);
});
