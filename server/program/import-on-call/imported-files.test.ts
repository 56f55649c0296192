import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { createGroup, createPerson } from '#testing/factories.ts';
import { goAlertShifts, onCallSources } from '#testing/on-call-sources.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { uploadCsv } from '#testing/uploads.ts';
import { readExports } from './read-exports.ts';
import { peopleCsv, scheduleCalendar } from './write-files.ts';

let dir: string;
let server: TestServer;
let client: TestClient;
before(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'meldekette-on-call-'));
  server = await startTestServer({ ROLES: 'web' });
  client = await server.as('administrator', 'contact_manager');
});
after(async () => {
  await server.stop();
  await rm(dir, { recursive: true, force: true });
});

test('the upload matches by mail, makes the groups, and is undone', async () => {
  const all = await readExports(await onCallSources.GoAlert());
  const { db } = server.app;
  const known = await createPerson(db, { firstName: 'Alex', lastName: 'Adler', email: 'Alex@Example.org' });
  const other = await createPerson(db, { firstName: 'Bea', lastName: 'Berg', email: 'other@example.org' });
  await createGroup(db, { name: 'Haus', members: [known.id] });
  const upload = async (dryRun: boolean) =>
    (await uploadCsv(server, client, peopleCsv(all), { dryRun, name: 'people.csv' })).data.uploadPeople;
  const dry = await upload(true);
  assert.deepEqual([dry.created, dry.failed, dry.canApply], [1, 0, true], JSON.stringify(dry.notes));
  assert.deepEqual(dry.groupsToCreate, ['IT\\/Nacht']);
  const done = await upload(false);
  const [first, second] = done.rows.map((row: { person: { _id: number } }) => row.person._id);
  assert.equal(first, known.id, 'matched by mail, in other case');
  assert.notEqual(second, other.id, 'a namesake with another address is another person');
  const members = async (id: number) =>
    (
      await db
        .selectFrom('personGroups as m')
        .innerJoin('groups as g', 'g.id', 'm.groupId')
        .select('g.name')
        .where('m.personId', '=', id)
        .orderBy('g.name')
        .execute()
    ).map(({ name }) => name);
  assert.deepEqual(await members(known.id), ['Haus', 'IT/Nacht']);
  const { data } = await client.send('mutation ($id: ID!) { undoUpload(id: $id) { status notUndone } }', {
    id: done.id,
  });
  assert.deepEqual(data!.undoUpload, { status: 'undone', notUndone: 0 });
  assert.deepEqual(await members(known.id), ['Haus']);
});

test('a login name never replaces the name of a known person, and a new person needs a name', async () => {
  const all = await readExports(await onCallSources['Grafana OnCall']());
  all.people[0]!.email = 'new@example.org';
  const known = await createPerson(server.app.db, { firstName: 'Berta', lastName: 'Berg', email: 'bea@example.org' });
  const { rows } = (await uploadCsv(server, client, peopleCsv(all), { dryRun: true })).data.uploadPeople;
  const row = rows.find((one: { person: { _id: number } | null }) => one.person?._id === known.id);
  assert.deepEqual(
    row?.changes.map(({ field }: { field: string }) => field),
    ['groups'],
    JSON.stringify(rows),
  );
  assert.equal(rows.find((one: { person: object | null }) => !one.person)?.outcome, 'failed');
});

test('a later calendar replaces the shifts of the earlier one, and an empty one removes them', async () => {
  const user = { name: 'Cora Clausen', email: 'CORA@example.org' };
  const { db } = server.app;
  await createPerson(db, { firstName: 'Cora', lastName: 'Clausen', email: 'cora@example.org' });
  const { id } = await createGroup(db, { name: 'Nacht' });
  const roster = `mutation ($group: ID!, $calendar: String!, $dryRun: Boolean!) {
    importRoster(group: $group, calendar: $calendar, dryRun: $dryRun) {
      addedCount removedCount kept unknown { name } unread { reason } } }`;
  const day = 86_400_000;
  const at = (days: number) => new Date(Date.now() + days * day).toISOString();
  const take = async (days: readonly number[], dryRun = false) => {
    const all = await goAlertShifts(
      dir,
      days.map((one) => ({ start: at(one), end: at(one + 0.5), user })),
    );
    const variables = { group: String(id), calendar: scheduleCalendar(all, all.schedules[0]!), dryRun };
    const { addedCount, removedCount, kept, unknown, unread } = (await client.run(roster, variables)).importRoster;
    assert.deepEqual([unknown, unread], [[], []]);
    return [addedCount, removedCount, kept];
  };
  assert.deepEqual(await take([5, 10], true), [2, 0, 0]);
  assert.deepEqual(await take([5, 10]), [2, 0, 0]);
  assert.deepEqual(await take([20]), [1, 2, 0]);
  assert.deepEqual(await take([]), [0, 1, 0]);
});
