import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { createGroup, createPerson } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let manager: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  manager = await server.as('contact_manager');
});
after(() => server.stop());

test('the audit log records entered, given, dropped and deleted shifts, people only by number', async () => {
  const [anna, bert] = [await createPerson(server.app.db), await createPerson(server.app.db)];
  const group = await createGroup(server.app.db, { name: 'Nachtwache' });
  const id = String(group.id);
  const input = { person: String(anna.id), from: '2030-06-03T16:00:00Z', until: '2030-06-03T20:00:00Z', everyWeeks: 1 };
  await manager.run('mutation ($id: ID!, $i: ShiftInput!) { createShift(group: $id, input: $i) { _id } }', {
    id,
    i: input,
  });
  const found = server.app.db.selectFrom('shifts').select('id').where('groupId', '=', group.id);
  const { id: shift } = await found.executeTakeFirstOrThrow();
  const give = 'mutation ($s: Int!, $p: ID!) { setSubstitute(shift: $s, turn: 1, person: $p) { _id } }';
  await manager.run(give, { s: shift, p: String(bert.id) });
  await manager.run(give, { s: shift, p: String(bert.id) }); // changes nothing
  await manager.run('mutation ($s: Int!) { dropTurn(shift: $s, turn: 1) { _id } }', { s: shift });
  const { group: seen } = await manager.run(
    `query ($id: ID!) { group(id: $id) { roster {
    within(from: "2030-06-01T00:00:00Z", until: "2030-06-30T00:00:00Z") { dropped { turn from planned { _id } } } } } }`,
    { id },
  );
  assert.deepEqual(seen.roster.within.dropped, [
    { turn: 1, from: '2030-06-10T16:00:00.000Z', planned: { _id: anna.id } },
  ]);
  await manager.run('mutation ($s: Int!) { deleteShift(shift: $s, fromTurn: 2) { _id } }', { s: shift });
  await manager.run('mutation ($s: Int!) { deleteShift(shift: $s) { _id } }', { s: shift });
  const always = 'mutation ($id: ID!) { setAlwaysNeeded(group: $id, alwaysNeeded: true) { _id } }';
  await manager.run(always, { id });
  await manager.run(always, { id });
  const { rows } = await sql<{ by: string; label: string; before: object | null; after: object | null }>`
    select u.roles[1] as by, label, before, after from audit_entries e join users u on u.id = e.by_user_id
    where e.type = 'Roster' and e.row_id = ${group.id} order by e.id`.execute(server.app.db);
  assert.ok(rows.every(({ by, label }) => by === 'contact_manager' && label === 'Nachtwache'));
  const whole = { shift, person: anna.id, starts: '2030-06-03 18:00', ends: '2030-06-03 22:00', everyWeeks: 1 };
  const turn = { shift, turn: 1, starts: '2030-06-10 18:00' };
  assert.deepEqual(
    rows.map(({ before, after }) => [before, after]),
    [
      [{}, whole],
      [
        { ...turn, person: anna.id },
        { ...turn, person: bert.id },
      ],
      [{ ...turn, person: bert.id }, turn],
      [whole, { ...whole, repeatsUntil: '2030-06-16' }],
      [{ ...whole, repeatsUntil: '2030-06-16' }, {}],
      [{ alwaysNeeded: false }, { alwaysNeeded: true }],
    ],
  );
});
