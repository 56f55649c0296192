import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { knownReleases } from '#server/platform/database/known-releases.ts';
import {
  createEvent,
  createEventType,
  createGroup,
  createMailingList,
  createMessage,
  createPerson,
  createReport,
  createSnippet,
  createUser,
  idByIdentifier,
} from '#testing/factories.ts';
import { createChannel } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let db: Db;
let administrator: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  await sql`update channels set is_active = false where identifier <> 'exercise'`.execute(db);
  await sql`update users set is_active = false where 'administrator' = any(roles)`.execute(db);
  administrator = await server.as('administrator');
});
after(() => server.stop());

type Check = { done: boolean; count: number; names: string[]; at: string | null };
const look = async (client = administrator): Promise<Record<string, Check>> => {
  const { readiness } = await client.run('{ readiness { key done count names at } }');
  return Object.fromEntries(readiness.map(({ key, ...check }: Check & { key: string }) => [key, check]));
};

test('each line is done once its requirement is met and until then reports the missing number', async () => {
  const none = { count: 0, names: [], at: null };
  const { databaseRelease: _, ...found } = await look(); // depends on the PostgreSQL of the tests
  assert.deepEqual(found, {
    channel: { ...none, done: false },
    crisisTeam: { ...none, done: false },
    functions: { ...none, done: false },
    alarm: { ...none, done: false },
    administrators: { ...none, done: false, count: 1 },
    links: { ...none, done: false, count: 1, names: [server.url] },
    production: { ...none, done: true },
    texts: { ...none, done: true },
    backup: { ...none, done: false, count: 1 },
  });

  await sql`insert into backups (kind, status, proof, proved_at) values ('manual', 'done', 'proved', now() - interval '3 days')`.execute(
    db,
  );
  assert.equal((await look())['backup']?.done, false, 'the proof is too old');
  await sql`update backups set proved_at = now() - interval '1 day'`.execute(db);
  assert.equal((await look())['backup']?.done, true);

  const mail = await createChannel(db, 'email', { lastSuccessAt: new Date(Date.now() - 60_000) });
  assert.equal((await look())['channel']?.done, true);
  assert.deepEqual((await look())['proven'], { ...none, done: true });
  await sql`update channels set last_failure_at = clock_timestamp() where id = ${mail.id}`.execute(db);
  assert.equal((await look())['channel']?.done, false, 'the last it was given was not taken');
  assert.deepEqual((await look())['proven'], { ...none, done: false, count: 1, names: [mail.name] });
  await sql`update channels set last_success_at = clock_timestamp() where id = ${mail.id}`.execute(db);
  await sql`update channels set trouble = 'channel_credentials' where id = ${mail.id}`.execute(db);
  assert.equal((await look())['channel']?.done, false, 'it is in trouble');
  await sql`update channels set trouble = null, hearing_trouble = 'callback_replaced' where id = ${mail.id}`.execute(
    db,
  );
  assert.equal((await look())['channel']?.done, false, 'nothing that comes back is heard');
  await sql`update channels set hearing_trouble = null where id = ${mail.id}`.execute(db);
  assert.deepEqual((await look())['channel'], { ...none, done: true, count: 1 });

  const member = await createPerson(db, { isCrisis: true, email: 'a@example.org', mobile: '+4915112345678' });
  const confirm = (address: string) =>
    sql`insert into way_signs (person_id, address, confirmed_at) values (${member.id}, ${address}, now())`.execute(db);
  await confirm('a@example.org');
  await confirm('+4915112345678');
  assert.deepEqual((await look())['crisisTeam'], { ...none, done: false, count: 1 }, 'there is one channel only');
  const sms = await createChannel(db, 'sms', { name: 'SMS ohne Probe' });
  await createChannel(db, 'social_media', { settings: JSON.stringify({ provider: 'ayrshare', platforms: 'twitter' }) });
  assert.deepEqual(
    (await look())['proven'],
    { ...none, done: false, count: 1, names: [sms.name] },
    'a post is no test',
  );
  assert.equal((await look())['crisisTeam']?.done, true);
  await sql`update way_signs set failed_at = now() + interval '1 second' where address = 'a@example.org'`.execute(db);
  assert.equal((await look())['crisisTeam']?.done, false, 'an address that bounced does not count');
  await sql`insert into way_notes (person_id, reason) values (${member.id}, 'only one phone')`.execute(db);
  assert.equal((await look())['crisisTeam']?.done, true, 'there is a reason');
  await createPerson(db, { isCrisis: true });
  await createPerson(db, { isCrisis: true, isActive: false });
  assert.deepEqual((await look())['crisisTeam'], { ...none, done: false, count: 1 }, 'one has no number');
  await createChannel(db, 'email');
  assert.equal((await look())['crisisTeam']?.done, false, 'two channels of one type are one way');

  await createMailingList(db);
  assert.equal((await look())['functions']?.done, true, 'a list without stop limits lacks nobody');
  const [first, second] = [await createPerson(db), await createPerson(db)];
  const parent = await createGroup(db, { name: 'Technik', members: [first.id] });
  const child = await createGroup(db, { name: 'Haustechnik', parentGroupId: parent.id, members: [first.id] });
  await createMailingList(db, { groups: [{ id: parent.id, stopLimit: 1 }, { id: child.id }] });
  assert.deepEqual((await look())['functions'], { ...none, done: false, count: 1, names: ['Technik'] });
  await db.insertInto('personGroups').values({ personId: second.id, groupId: child.id, sortOrder: 1 }).execute();
  assert.equal((await look())['functions']?.done, true, 'whoever stands in a group below counts');

  const report = await createReport(db, { eventId: (await createEvent(db, { mode: 'EXERCISE' })).id });
  const message = await createMessage(db, { reportId: report.id });
  assert.equal((await look())['alarm']?.done, false, 'a draft is no alarm');
  const launched = async (days: number) => {
    await sql`update messages set status = 'sent', launched_at = clock_timestamp() - make_interval(days => ${days}::int)
      where id = ${message.id}`.execute(db);
    return (await look())['alarm']!;
  };
  const old = await launched(91);
  assert.ok(!old.done && old.at);
  assert.equal((await launched(89)).done, true);

  await createUser(db, { roles: ['administrator'], isActive: false });
  assert.equal((await look())['administrators']?.done, false);
  await createUser(db, { roles: ['administrator'] });
  assert.deepEqual((await look())['administrators'], { ...none, done: true, count: 2 });
});

test('names the running and the newest known minor release of an outdated database server', async () => {
  const { rows } = await sql<{ version: string }>`
    select split_part(current_setting('server_version'), ' ', 1) as version`.execute(db);
  const { version } = rows[0]!;
  const [major, minor] = version.split('.').map(Number);
  const known = knownReleases[major!]!.minor;
  const expected = { done: false, count: 1, names: [version, `${major}.${known}`], at: null };
  assert.deepEqual((await look())['databaseRelease'], minor! < known ? expected : undefined);
});

test('shows it to administrators only', async () => {
  const manager = await server.as('crisis_manager');
  assert.equal((await manager.send('{ readiness { key } }')).errors?.[0]?.message, 'error_forbidden');
});

test('points out an installation that is called a test but sends real messages', async () => {
  const setType = (to: string) =>
    administrator.run('mutation ($to: String) { updateSystemSetting(valueKey: "server_type", valueStr: $to) { id } }', {
      to,
    });
  await setType('test');
  const { production } = await look();
  assert.ok(production && !production.done && production.count > 0);
  await setType('production');
  assert.equal((await look())['production']?.done, true);
});

test('accepts links with an https address that others can open', async () => {
  const before = server.app.publicUrl;
  server.app.publicUrl = 'https://alarm.klinikum.example';
  assert.deepEqual((await look())['links'], { done: true, count: 0, names: [], at: null });
  server.app.publicUrl = before;
});

test('names an event type that has neither its own text nor a general one', async () => {
  const type = await createEventType(db, { name: 'Stromausfall' });
  await createEventType(db, { name: 'Ausgeschaltet', isActive: false });
  assert.deepEqual((await look())['texts'], { done: false, count: 1, names: ['Stromausfall'], at: null });
  const reportTypeId = await idByIdentifier(db, 'reportTypes', 'activation');
  const snippet = await createSnippet(db, { eventTypeId: type.id, reportTypeId, content: '  ' });
  assert.equal((await look())['texts']?.done, false, 'an empty snippet is no text');
  await db.updateTable('snippets').set({ content: 'Bitte kommen Sie.' }).where('id', '=', snippet.id).execute();
  assert.equal((await look())['texts']?.done, true);
  await db.updateTable('snippets').set({ isActive: false }).where('id', '=', snippet.id).execute();
  assert.equal((await look())['texts']?.done, false, 'a snippet that is switched off is no text');
  await createSnippet(db, { reportTypeId });
  assert.equal((await look())['texts']?.done, true, 'a text for all types counts');
});

test('counts unreachable crisis team members, and one call makes a mailing list of the team', async () => {
  await sql`update people set is_crisis = false`.execute(db);
  const lists = await server.as('mailing_list_manager');
  const missing = async () => (await look(lists))['crisisAlarm'];
  assert.equal((await missing())?.done, true);
  const [direct, inGroup, below, alone] = [
    await createPerson(db, { isCrisis: true }),
    await createPerson(db, { isCrisis: true }),
    await createPerson(db, { isCrisis: true }),
    await createPerson(db, { isCrisis: true }),
  ];
  await createPerson(db, { isCrisis: true, isActive: false });
  const parent = await createGroup(db);
  await createGroup(db, { parentGroupId: parent.id, members: [inGroup.id] });
  const list = await createMailingList(db, { people: [direct.id], groups: [{ id: parent.id }] });
  await createMailingList(db, { people: [below.id], parentListId: list.id });
  await createMailingList(db, { people: [alone.id] });
  assert.equal((await missing())?.count, 4, 'no event type alerts a list');
  const type = await createEventType(db, { lists: [list.id] });
  assert.deepEqual(await missing(), { done: false, count: 1, names: [], at: null });
  await db.updateTable('eventTypes').set({ isActive: false }).where('id', '=', type.id).execute();
  assert.equal((await missing())?.count, 4);

  const { createCrisisTeamList: made } = await lists.run(
    'mutation { createCrisisTeamList(name: "Krisenstab") { name listPerson { totalCount } eventTypes(first: 50) { totalCount } } }',
  );
  assert.deepEqual([made.name, made.listPerson.totalCount], ['Krisenstab', 4]);
  assert.ok(made.eventTypes.totalCount > 0);
  assert.equal((await missing())?.done, true);
});

test('finds mobile numbers that are landlines or do not exist, also in the list of people', async () => {
  await sql`delete from person_data`.execute(db);
  const contacts = await server.as('contact_manager');
  const numbers = async () => (await look(contacts))['numbers'];
  for (const mobile of ['+4915112345678', '+436641234567', '+41791234567', '+447400123456', '+12025550123'])
    await createPerson(db, { mobile });
  assert.equal((await numbers())?.done, true);
  await createPerson(db, { firstName: 'Leer', lastName: 'Festnetz', mobile: '+494915185677401' });
  await createPerson(db, { firstName: 'Kurz', lastName: 'Geraten', mobile: '+4915112345' });
  await createPerson(db, { mobile: '+497112781234', isActive: false });
  const names = ['Leer Festnetz', 'Kurz Geraten'];
  const found = await numbers();
  assert.deepEqual([found?.done, found?.count, new Set(found?.names)], [false, 2, new Set(names)]);
  const query = '{ people(first: 10, suspectNumber: true) { totalCount edges { node { name } } } }';
  const { people } = await contacts.run(query);
  assert.deepEqual(new Set(people.edges.map(({ node }: { node: { name: string } }) => node.name)), new Set(names));
  const manager = await server.as('crisis_manager');
  assert.equal((await manager.run(query)).people.totalCount, 0, 'only those who may repair them are told');
});

test('shows users only the findings that they may repair', async () => {
  assert.deepEqual(Object.keys(await look(await server.as('contact_manager'))), ['numbers']);
  assert.deepEqual(Object.keys(await look(await server.as('mailing_list_manager'))), ['crisisAlarm']);
  const own = Object.keys(await look());
  assert.ok(own.includes('links') && !own.includes('numbers') && !own.includes('crisisAlarm'));
});
