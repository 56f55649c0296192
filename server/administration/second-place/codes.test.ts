import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { createRecipients } from '#testing/deliveries.ts';
import { createUser } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let owner: TestClient;
let administrator: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  owner = await server.client((await createUser(server.app.db, { roles: ['system_owner', 'administrator'] })).id);
  administrator = await server.as('administrator');
});
after(() => server.stop());

const create = async () =>
  (await owner.run('mutation { createReleaseCode { code releaseCode { id revokedAt } } }')).createReleaseCode;
const refusal = async (client: TestClient, document: string, variables = {}) =>
  (await client.send(document, variables)).errors?.[0]?.message;
const lineOf = async () => {
  const { readiness } = await administrator.run('{ readiness { key done names } }');
  return readiness.find(({ key }: { key: string }) => key === 'secondPlace') ?? null;
};

test('an owner creates, lists and revokes codes, and only the creation returns a code', async () => {
  assert.equal(await lineOf(), null, 'an installation with one place is no topic');
  const { code, releaseCode } = await create();
  assert.match(code, /^(?:[2-9A-HJKMNP-Z]{5}-){3}[2-9A-HJKMNP-Z]{5}$/);
  const { rows } = await sql<{ text: string }>`select r::text as text from release_codes r`.execute(server.app.db);
  assert.ok(!JSON.stringify(rows).includes(code));
  assert.deepEqual(await lineOf(), { key: 'secondPlace', done: false, names: ['notConnected', 'notRehearsed'] });
  const revoke = 'mutation ($id: ID!) { revokeReleaseCode(id: $id) { revokedAt } }';
  const { revokeReleaseCode: revoked } = await owner.run(revoke, { id: releaseCode.id });
  assert.ok(revoked.revokedAt);
  assert.deepEqual(
    (await owner.run(revoke, { id: releaseCode.id })).revokeReleaseCode,
    revoked,
    'again changes nothing',
  );
  const { releaseCodes } = await owner.run('{ releaseCodes { id revokedAt usedAt createdBy { id } } }');
  assert.equal(releaseCodes.length, 1);
  assert.equal(await refusal(owner, revoke, { id: '999' }), 'error_not_found');
  assert.equal(await refusal(administrator, '{ releaseCodes { id } }'), 'error_forbidden');
  const { rows: audited } = await sql<{ action: string }>`
    select action from audit_entries where type = 'ReleaseCode' order by id`.execute(server.app.db);
  assert.deepEqual(
    audited.map(({ action }) => action),
    ['create', 'switch_off'],
  );
});

test('at most twenty codes can be used at once, also for parallel requests', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 25 }, () => owner.send('mutation { createReleaseCode { code } }')),
  );
  assert.equal(outcomes.filter(({ errors }) => !errors).length, 20);
  assert.ok(outcomes.every(({ errors }) => !errors || errors[0]!.message === 'error_too_many'));
});

test('a rehearsal is recorded by its day, which is not in the future', async () => {
  const record = 'mutation ($day: String!) { recordRehearsal(day: $day) { rehearsedOn isRehearsed } }';
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  assert.equal(await refusal(owner, record, { day: day(3) }), 'error_invalid_date');
  assert.equal(await refusal(owner, record, { day: '2026-02-30' }), 'error_invalid_date');
  const old = (await owner.run(record, { day: day(-150) })).recordRehearsal;
  assert.deepEqual(old, { rehearsedOn: day(-150), isRehearsed: false });
  const { recordRehearsal: recent } = await owner.run(record, { day: day(-2) });
  assert.deepEqual(recent, { rehearsedOn: day(-2), isRehearsed: true });
  assert.deepEqual((await lineOf())?.names, ['notConnected']);
});

test('a channel of the other place is off until that place is released', async () => {
  const { rows } = await sql<{ id: number }>`select id from channel_types where identifier = 'email'`.execute(
    server.app.db,
  );
  const input = {
    name: 'Mail des zweiten Standorts',
    channelType: String(rows[0]!.id),
    settings: { host: 'mail.example.org', from: 'alarm@example.org' },
    usedAt: 'second',
  };
  const fields = '{ id usedAt isActive }';
  const { createChannel: made } = await administrator.run(
    `mutation ($input: CreateChannelInput!) { createChannel(input: $input) ${fields} }`,
    { input },
  );
  assert.deepEqual([made.usedAt, made.isActive], ['second', false]);
  const update = `mutation ($input: UpdateChannelInput!) { updateChannel(input: $input) ${fields} }`;
  assert.equal(await refusal(administrator, update, { input: { id: made.id, isActive: true } }), 'error_channel_place');
  const change = async (changes: object) =>
    (await administrator.run(update, { input: { id: made.id, ...changes } })).updateChannel;
  assert.equal((await change({ usedAt: 'everywhere', isActive: true })).isActive, true);
  assert.equal((await change({ usedAt: 'second' })).isActive, false, 'it leaves this place');
  assert.equal((await change({ usedAt: 'first', isActive: true })).isActive, true);
  await sql`update installation set place = 'second'`.execute(server.app.db);
  assert.equal((await change({ name: 'Mail' })).isActive, true, 'a release left it on');
  assert.equal((await change({ isActive: false })).isActive, false);
  assert.equal(await refusal(administrator, update, { input: { id: made.id, isActive: true } }), 'error_channel_place');
});

test('shows the exercises since the release with people and seconds, and no others', async () => {
  const { db } = server.app;
  const read = async () =>
    (await administrator.run('{ secondPlace { exercises { event people handedOver failed firstAfter lastAfter } } }'))
      .secondPlace.exercises;
  await createRecipients(db, { count: 2, mode: 'EXERCISE' });
  assert.deepEqual(await read(), [], 'nothing was released');
  await sql`update installation set released_at = clock_timestamp()`.execute(db);
  await createRecipients(db, { count: 2 });
  const { eventId, messageId, recipients } = await createRecipients(db, { count: 3, mode: 'EXERCISE', delayed: true });
  const end = (n: number, status: string, after: string) =>
    sql`
    update message_recipients r set status = ${status}, try_at = null,
      sent_at = case when ${status} = 'sent' then m.launched_at + ${after}::interval end
    from messages m where m.id = r.message_id and m.id = ${messageId} and r.id = ${recipients[n]!.id}`.execute(db);
  for (const [n, [status, after]] of [
    ['sent', '2 seconds'],
    ['sent', '5 seconds'],
    ['failed', '0 seconds'],
  ].entries()) {
    await sql`update message_recipients set status = 'sending' where id = ${recipients[n]!.id}`.execute(db);
    await end(n, status!, after!);
  }
  assert.deepEqual(await read(), [
    { event: `/api/v2/events/${eventId}`, people: 3, handedOver: 2, failed: 1, firstAfter: 2, lastAfter: 5 },
  ]);
});
