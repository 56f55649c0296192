import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { print } from 'graphql';
import { sql } from 'kysely';
import { entities } from '#shared/administration/entities.ts';
import type { Entity } from '#shared/administration/entity.ts';
import { vehicle } from '#shared/testing/vehicle.ts';
import { get } from '#testing/rest.ts';
import type { TestClient, TestServer } from '#testing/server.ts';
import { documentsOf } from '#web/administration/documents.ts';
import { changesOf, filledOf, missingOf, valuesOf } from '#web/administration/form-values.ts';
import { rowName } from '#web/administration/row-name.ts';

// In a process of its own: its API has an additional type.
let server: TestServer;
let administrator: TestClient;
const described = vehicle as unknown as Entity;
before(async () => {
  (entities as unknown as Entity[]).push(described);
  const { startTestServer } = await import('#testing/server.ts'); // the API consists of the types listed now
  server = await startTestServer({ ROLES: 'web' });
  await sql`create table vehicles (
    id int generated always as identity primary key, name text not null, name_en text, identifier text not null unique,
    description text, description_en text,
    seats int not null, contact text, phone text, uses text[] not null, place_id int references locations,
    inspected_at timestamptz,
    is_active boolean not null default true)`.execute(server.app.db);
  administrator = await server.as('administrator');
});
after(() => server.stop());

const fields = 'id _id name identifier seats contact phone uses place { name } inspectedAt isActive isBase';

test('creates, lists, changes, counts, searches, filters, deletes and audits a described entity', async () => {
  const { createLocation: place } = await administrator.run(
    'mutation { createLocation(input: { name: "Hof" }) { id } }',
  );
  const input = {
    name: 'Löschzug',
    contact: 'Wache@Example.org',
    phone: '0151 23456789',
    uses: ['goods'],
    place: place.id,
    inspectedAt: '2026-03-01T09:30:00+01:00',
  };
  const create = `mutation ($input: CreateVehicleInput!) { createVehicle(input: $input) { ${fields} } }`;
  const { createVehicle: made } = await administrator.run(create, { input });
  const expected = { identifier: 'loeschzug', seats: 4, contact: 'Wache@example.org', phone: '+4915123456789' };
  assert.deepEqual(made, {
    id: '/api/v2/vehicles/1',
    _id: 1,
    name: 'Löschzug',
    ...expected,
    uses: ['goods'],
    place: { name: 'Hof' },
    inspectedAt: '2026-03-01T08:30:00.000Z',
    isActive: true,
    isBase: false,
  });
  const wrong = await administrator.send(create, { input: { name: 'x', contact: 'x', phone: 'x', uses: ['air'] } });
  const faults = { contact: 'error_invalid_email', phone: 'error_invalid_phone', uses: 'error_unknown_choice' };
  assert.deepEqual(wrong.errors![0]!.extensions.fields, faults);
  const found = await administrator.run(
    '{ adminCounts { vehicles } vehicles(search: "loeschzug wache", place: 1, isActive: true, order: [{ field: "inspectedAt" }]) { edges { node { _id } } } }',
  );
  assert.deepEqual(found, { adminCounts: { vehicles: 1 }, vehicles: { edges: [{ node: { _id: 1 } }] } });
  const usage = await administrator.run(`query ($id: ID!) { usage(type: "Location", id: $id) { what count } }`, place);
  assert.deepEqual(usage.usage, [{ what: 'vehicles', count: 1 }]);
  await administrator.run('mutation { updateVehicle(input: { id: 1, seats: 6 }) { id } }');
  await administrator.run('mutation { deleteVehicle(id: 1) { id } }');
  assert.equal((await administrator.run('{ vehicle(id: 1) { id } }')).vehicle, null);
  const { auditEntries } = await administrator.run('{ auditEntries(type: "Vehicle") { edges { node { action } } } }');
  const actions = auditEntries.edges.map(({ node }: { node: { action: string } }) => node.action);
  assert.deepEqual(actions, ['remove', 'update', 'create']);
  const reader = await server.as('editor');
  assert.deepEqual(await reader.run('{ vehicles { totalCount } }'), { vehicles: { totalCount: 0 } });
  assert.equal((await reader.send(create, { input })).errors![0]!.message, 'error_forbidden');
});

test('the web lists, shows, creates, changes and deletes it without code of its own', async () => {
  const { list, one, create, update, remove } = documentsOf(described);
  const run = (document: Parameters<typeof print>[0], variables: object) =>
    administrator.run(print(document), variables as Record<string, unknown>);
  const empty = valuesOf(described, null);
  assert.deepEqual(missingOf(described, empty), ['name']);
  const input = filledOf({ ...empty, name: 'Drehleiter', uses: ['people'] });
  const { saved } = await run(create, { input });
  assert.equal(rowName(described, saved), 'Drehleiter');
  const before = valuesOf(described, saved);
  const after = { ...before, seats: 3, inspectedAt: '2026-11-21T03:40:00.000Z', contact: '' };
  const changes = changesOf(before, after);
  assert.deepEqual(changes, { seats: 3, inspectedAt: '2026-11-21T03:40:00.000Z' });
  await run(update, { input: { ...changes, id: saved.id } });
  assert.deepEqual(valuesOf(described, (await run(one, { id: saved.id })).one), after);
  const inEnglish = { nameEn: 'Turntable ladder' };
  const { saved: translated } = await run(update, { input: { ...inEnglish, id: saved.id } });
  assert.deepEqual(changesOf(after, valuesOf(described, translated)), inEnglish);
  const order = [{ field: 'inspectedAt', direction: 'DESC' }];
  const found = await run(list, { first: 30, search: 'dreh', order, isActive: true, place: null });
  assert.deepEqual(
    found.list.edges.map(({ node }: { node: { seats: number } }) => node.seats),
    [3],
  );
  assert.equal((await run(remove, { id: saved.id })).removed.name, 'Drehleiter');
  const csv = await get(server, '/api/v2/vehicles.csv', administrator.token);
  assert.match(
    csv.text,
    /^.?Name;Name \(Englisch\);Kennung;Beschreibung;Beschreibung \(Englisch\);Sitze;Schlüssel;Telefon;Einsatz;Standort;Geprüft am;Aktiv/,
  );
});
