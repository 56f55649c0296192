import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '#server/database/connect.ts';
import {
  createEvent,
  createGroup,
  createMailingList,
  createMessage,
  createPerson,
  createReport,
  createUser,
} from '#server/testing/factories.ts';
import { createChannel } from '#server/testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#server/testing/server.ts';

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
const look = async (): Promise<Record<string, Check>> => {
  const { readiness } = await administrator.run('{ readiness { key done count names at } }');
  return Object.fromEntries(readiness.map(({ key, ...check }: Check & { key: string }) => [key, check]));
};

test('each line is done when what it asks for is there, and says how much is missing until then', async () => {
  const none = { count: 0, names: [], at: null };
  assert.deepEqual(await look(), {
    channel: { ...none, done: false },
    crisisTeam: { ...none, done: false },
    functions: { ...none, done: false },
    alarm: { ...none, done: false },
    administrators: { ...none, done: false, count: 1 },
  });

  const mail = await createChannel(db, 'email', { lastSuccessAt: new Date(Date.now() - 60_000) });
  assert.equal((await look())['channel']?.done, true);
  await sql`update channels set last_failure_at = clock_timestamp() where id = ${mail.id}`.execute(db);
  assert.equal((await look())['channel']?.done, false, 'the last it was given was not taken');
  await sql`update channels set last_success_at = clock_timestamp() where id = ${mail.id}`.execute(db);
  await sql`update channels set trouble = 'channel_credentials' where id = ${mail.id}`.execute(db);
  assert.equal((await look())['channel']?.done, false, 'it is in trouble');
  await sql`update channels set trouble = null where id = ${mail.id}`.execute(db);
  assert.deepEqual((await look())['channel'], { ...none, done: true, count: 1 });

  await createPerson(db, { isCrisis: true, mobile: '+4915112345678' });
  assert.deepEqual((await look())['crisisTeam'], { ...none, done: false, count: 1 }, 'there is one channel only');
  await createChannel(db, 'sms');
  assert.equal((await look())['crisisTeam']?.done, true);
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

test('nobody else is told', async () => {
  const manager = await server.as('crisis_manager');
  assert.equal((await manager.send('{ readiness { key } }')).errors?.[0]?.message, 'error_forbidden');
});
