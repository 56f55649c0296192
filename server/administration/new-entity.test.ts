import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { entities } from '#shared/administration/entities.ts';
import { type Entity, entity, isActive, typeFields } from '#shared/administration/entity.ts';
import type { TestClient, TestServer } from '../testing/server.ts';

/** All that a new entity takes, besides its table. */
const vehicle = entity({
  name: 'Vehicle',
  plural: 'vehicles',
  label: { de: 'Fahrzeuge', en: 'Vehicles' },
  one: { de: 'Fahrzeug', en: 'Vehicle' },
  icon: 'send',
  section: 'contacts',
  about: 'A vehicle that can be sent.',
  feature: 'manage_location',
  read: 'signedIn',
  order: [{ field: 'name', text: true }],
  fields: {
    ...typeFields,
    seats: { kind: 'number', default: 4, list: true, label: { de: 'Sitze', en: 'Seats' }, about: 'How many fit in.' },
    contact: { kind: 'email', search: true, label: { de: 'Schlüssel', en: 'Keys' }, about: 'Who has the key.' },
    phone: { kind: 'phone', label: { de: 'Telefon', en: 'Telephone' }, about: 'The telephone in it.' },
    uses: {
      kind: 'selectMany',
      options: { people: { de: 'Personen', en: 'People' }, goods: { de: 'Material', en: 'Goods' } },
      label: { de: 'Einsatz', en: 'Use' },
      about: 'What it carries.',
    },
    place: {
      kind: 'reference',
      to: 'Location',
      filter: 'exact',
      label: { de: 'Standort', en: 'Place' },
      about: 'Where it stands.',
    },
    inspectedAt: {
      kind: 'dateTime',
      list: true,
      label: { de: 'Geprüft am', en: 'Inspected at' },
      about: 'When it was inspected last.',
    },
    isActive,
  },
});

let server: TestServer;
let administrator: TestClient;
before(async () => {
  (entities as unknown as Entity[]).push(vehicle as unknown as Entity);
  const { startTestServer } = await import('../testing/server.ts'); // the API is made of what is listed by now
  server = await startTestServer();
  await sql`create table vehicles (
    id int generated always as identity primary key, name text not null, identifier text not null unique, description text,
    seats int not null, contact text, phone text, uses text[] not null, place_id int references locations,
    inspected_at timestamptz,
    is_active boolean not null default true)`.execute(server.app.db);
  administrator = await server.as('administrator');
});
after(() => server.stop());

const fields = 'id _id name identifier seats contact phone uses place { name } inspectedAt isActive isBase';

test('an entity that is described is created, listed, changed, counted, searched, filtered, deleted and audited', async () => {
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
  const expected = { identifier: 'loeschzug', seats: 4, contact: 'wache@example.org', phone: '+4915123456789' };
  assert.deepEqual(made, {
    ...{ id: '/api/v2/vehicles/1', _id: 1, name: 'Löschzug', ...expected },
    ...{
      uses: ['goods'],
      place: { name: 'Hof' },
      inspectedAt: '2026-03-01T08:30:00.000Z',
      isActive: true,
      isBase: false,
    },
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
