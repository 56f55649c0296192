// The requests that Entra ID, Okta, Keycloak and authentik are known to send, and the edges of RFC 7644 they touch.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { createTestScim, type ScimSender, scimSender, scimUser } from '#testing/scim.ts';
import { requestsOfAuthentik } from '#testing/scim-clients/authentik.ts';
import { requestsOfEntra } from '#testing/scim-clients/entra.ts';
import { requestsOfKeycloak } from '#testing/scim-clients/keycloak.ts';
import { requestsOfOkta } from '#testing/scim-clients/okta.ts';
import type { ScimTestPlace } from '#testing/scim-clients/rows.ts';
import { requestsOfStandard } from '#testing/scim-clients/standard.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let administrator: TestClient;
let send: ScimSender;
let next = 1;

before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  administrator = await server.as('administrator');
  send = scimSender(server.url, (await createTestScim(administrator)).token);
});
after(() => server.stop());

async function prepare(): Promise<ScimTestPlace> {
  const [n, m] = [next++, next++];
  const [a, b] = [await send('POST', '/Users', scimUser(n)), await send('POST', '/Users', scimUser(m))];
  const group = await send('POST', '/Groups', { displayName: `Gruppe ${n}`, members: [{ value: a.body.id }] });
  assert.deepEqual([a.status, b.status, group.status], [201, 201, 201]);
  return { n, a: a.body.id, b: b.body.id, group: group.body.id };
}

for (const [client, rows] of Object.entries({
  'Entra ID': requestsOfEntra,
  Okta: requestsOfOkta,
  Keycloak: requestsOfKeycloak,
  authentik: requestsOfAuthentik,
  'RFC 7644': requestsOfStandard,
}))
  for (const [title, request, status, check] of rows)
    test(`${client}: ${title}`, async () => {
      const place = await prepare();
      const answer = await send(...request(place));
      assert.equal(answer.status, status, JSON.stringify(answer.body));
      check?.(answer, place);
    });

test('a client that meets the limit of requests and repeats what was refused provisions everybody once', async () => {
  const scim = await createTestScim(administrator);
  const sender = scimSender(server.url, scim.token);
  const numbers = Array.from({ length: 30 }, (_, at) => 50_000 + at);
  await sender('GET', '/Users');
  await sql`update attempts set count = 1480, expires_at = now() + interval '1 hour' where count < 100`.execute(
    server.app.db,
  );
  let refused = 0;
  const provision = async (n: number): Promise<void> => {
    const { status, headers } = await sender('POST', '/Users', scimUser(n));
    if (status === 201) return;
    refused++;
    assert.deepEqual([status, headers.get('retry-after')], [429, '60']);
    await sql`delete from attempts`.execute(server.app.db); // the minute is over
    await provision(n);
  };
  for (const n of numbers) await provision(n);
  assert.equal(refused, 1);
  const found: string[] = [];
  for (let startIndex = 1; found.length < numbers.length; startIndex += 7) {
    const { body } = await sender('GET', `/Users?startIndex=${startIndex}&count=7`);
    assert.equal(body.totalResults, numbers.length);
    found.push(...body.Resources.map(({ externalId }: { externalId: string }) => externalId));
  }
  assert.deepEqual(
    found,
    numbers.map((n) => `oid-${n}`),
  );
});
