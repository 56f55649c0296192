import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { entities } from '#shared/administration/entities.ts';
import { collectionPathOf } from '#shared/administration/entity.ts';
import { get } from '#testing/rest.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let administrator: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  administrator = await server.as('administrator');
});
after(() => server.stop());

const linesOf = (text: string) => text.trimEnd().split('\r\n');

test('exports a list searched, filtered and sorted, in words, without cells that run', async () => {
  const create = (input: object) =>
    administrator.run('mutation ($input: CreateLocationInput!) { createLocation(input: $input) { id } }', { input });
  await create({ name: 'Prüfhof', address: '=1+1', coordinates: '51,10' });
  await create({ name: 'Prüfwiese', address: 'Am Rand; "hinten"' });
  await create({ name: 'Prüfkeller', isActive: false });
  const path = '/api/v2/locations.csv?search=pruef&isActive=true&sort=-name';
  const { status, headers, text } = await get(server, path, administrator.token);
  assert.equal(status, 200);
  assert.equal(headers.get('content-disposition'), 'attachment; filename="locations.csv"');
  assert.deepEqual(linesOf(text), [
    'Name;Beschreibung;Adresse;Koordinaten;Aktiv',
    'Prüfwiese;;"Am Rand; ""hinten""";;Ja',
    "Prüfhof;;'=1+1;51,10;Ja",
  ]);
});

test('users with the right export every entity, channels without settings; refuses a wrong query', async () => {
  for (const entity of entities) {
    const { status, text } = await get(server, `${collectionPathOf(entity)}.csv`, administrator.token);
    assert.equal(status, 200, `${entity.name}: ${text}`);
    assert.doesNotMatch(linesOf(text)[0]!, /Einstellungen|Symbol/);
  }
  const editor = await server.as('editor');
  assert.equal((await get(server, '/api/v2/locations.csv', editor.token)).status, 403);
  assert.equal((await get(server, '/api/v2/locations.csv')).status, 401);
  for (const wrong of ['isActive=vielleicht', 'sort=kennwort', 'filter=x', 'search=a&search=b']) {
    assert.equal((await get(server, `/api/v2/locations.csv?${wrong}`, administrator.token)).status, 400, wrong);
  }
});
